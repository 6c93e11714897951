import type { SearchSource } from '../extension-points/search-source.ts'
import { bannersFound } from '../features/banners/search-queries.ts'
import { certificatesFound } from '../features/certificates/search-queries.ts'
import { cloudAccountsFound } from '../features/cloud-accounts/search-queries.ts'
import { bundlesFound, coursesFound } from '../features/courses/search-queries.ts'
import { examsFound } from '../features/exams/search-queries.ts'
import { labsFound } from '../features/labs/search-queries.ts'
import { ordersFound } from '../features/orders/search-queries.ts'
import { usersFound } from '../features/users/search-queries.ts'
import { vouchersFound } from '../features/vouchers/search-queries.ts'

/** What the one search box finds, in the order it is shown. */
export const searchSources: readonly SearchSource[] = [
  usersFound,
  coursesFound,
  labsFound,
  examsFound,
  bundlesFound,
  ordersFound,
  vouchersFound,
  certificatesFound,
  cloudAccountsFound,
  bannersFound,
]
