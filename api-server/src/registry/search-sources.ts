import type { SearchSource } from '../extension-points/search-source.ts'
import { bannerSearch } from '../features/banners/search-queries.ts'
import { certificateSearch } from '../features/certificates/search-queries.ts'
import { cloudAccountSearches } from '../features/cloud-accounts/search-queries.ts'
import { bundleSearch, courseSearch } from '../features/courses/search-queries.ts'
import { deploymentSearch } from '../features/deployments/search-queries.ts'
import { examSearch } from '../features/exams/search-queries.ts'
import { labSearch } from '../features/labs/search-queries.ts'
import { orderSearch } from '../features/orders/search-queries.ts'
import { organisationSearch } from '../features/organisations/search-queries.ts'
import { userSearch } from '../features/users/search-queries.ts'
import { voucherSearch } from '../features/vouchers/search-queries.ts'

/** Sources of the global search, in the order in which they are shown. */
export const searchSources: readonly SearchSource[] = [
  userSearch,
  courseSearch,
  labSearch,
  examSearch,
  bundleSearch,
  orderSearch,
  organisationSearch,
  voucherSearch,
  certificateSearch,
  ...cloudAccountSearches,
  deploymentSearch,
  bannerSearch,
]
