import type { SearchSource } from '../extension-points/search-source.ts'
import { bannerSearch } from '../features/banners/search-queries.ts'
import { certificatesFound } from '../features/certificates/search-queries.ts'
import { cloudAccountSearch } from '../features/cloud-accounts/search-queries.ts'
import { bundleSearch, courseSearch } from '../features/courses/search-queries.ts'
import { examSearch } from '../features/exams/search-queries.ts'
import { labSearch } from '../features/labs/search-queries.ts'
import { ordersFound } from '../features/orders/search-queries.ts'
import { usersFound } from '../features/users/search-queries.ts'
import { voucherSearch } from '../features/vouchers/search-queries.ts'

/** What the one search box finds, in the order it is shown. */
export const searchSources: readonly SearchSource[] = [
  usersFound,
  courseSearch,
  labSearch,
  examSearch,
  bundleSearch,
  ordersFound,
  voucherSearch,
  certificatesFound,
  cloudAccountSearch,
  bannerSearch,
]
