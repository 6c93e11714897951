import { auditData } from '../audit/personal-data-queries.ts'
import { userData } from '../auth/account-data-queries.ts'
import { authData } from '../auth/personal-data-queries.ts'
import { certificateData } from '../certificates/personal-data-queries.ts'
import { certificateFiles } from '../certificates/personal-files.ts'
import { courseData } from '../courses/personal-data-queries.ts'
import { deploymentData } from '../deployments/personal-data-queries.ts'
import { entitlementData } from '../entitlements/personal-data-queries.ts'
import { examData } from '../exams/personal-data-queries.ts'
import { feedbackData } from '../feedback/personal-data-queries.ts'
import { flagData } from '../flags/personal-data-queries.ts'
import { labData } from '../labs/personal-data-queries.ts'
import { orderData } from '../orders/personal-data-queries.ts'
import { voucherData } from '../vouchers/personal-data-queries.ts'
import { mailData } from './mail-data-queries.ts'
import type { PersonalData } from './personal-data.ts'
import { requestData } from './request-data-queries.ts'

/** Every feature that knows people, told and erased in this order: deployments and flags before the exams they belong to. */
export const parts: readonly PersonalData[] = [
  userData,
  authData,
  courseData,
  flagData,
  deploymentData,
  examData,
  labData,
  entitlementData,
  { ...certificateData, files: certificateFiles },
  orderData,
  voucherData,
  feedbackData,
  mailData,
  auditData,
  requestData,
]
