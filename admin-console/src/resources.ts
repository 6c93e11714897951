import type { ResourceProps } from 'react-admin'
import { audit } from './features/audit/index.ts'
import { banners } from './features/banners/index.ts'
import { bulkJobs } from './features/bulk/index.ts'
import { certificates } from './features/certificates/index.ts'
import { awsAccounts, azureSubscriptions, gcpProjects } from './features/cloud-accounts/index.ts'
import { courses } from './features/courses/index.ts'
import { exams } from './features/exams/index.ts'
import { feedbackForms } from './features/feedback/index.ts'
import { labs } from './features/labs/index.ts'
import { users } from './features/users/index.ts'
import { vouchers } from './features/vouchers/index.ts'

export interface ConsoleResource extends ResourceProps {
  /** What the navigation calls it. */
  options: { label: string }
}

/** Everything the console lists, in the order of its navigation. A new one costs its own folder and one line here. */
export const resources: ConsoleResource[] = [
  users,
  courses,
  labs,
  exams,
  vouchers,
  certificates,
  feedbackForms,
  awsAccounts,
  azureSubscriptions,
  gcpProjects,
  banners,
  bulkJobs,
  audit,
]
