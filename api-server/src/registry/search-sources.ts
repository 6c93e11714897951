import { bundleSearch, courseSearch } from '../areas/catalogue/courses/search-queries.ts'
import { examSearch } from '../areas/catalogue/exams/search-queries.ts'
import { labSearch } from '../areas/catalogue/labs/search-queries.ts'
import { certificateSearch } from '../areas/certification/certificates/search-queries.ts'
import { cloudAccountSearches } from '../areas/clouds/cloud-accounts/search-queries.ts'
import { deploymentSearch } from '../areas/clouds/deployments/search-queries.ts'
import { orderSearch } from '../areas/commerce/orders/search-queries.ts'
import { organisationSearch } from '../areas/commerce/organisations/search-queries.ts'
import { voucherSearch } from '../areas/commerce/vouchers/search-queries.ts'
import { bannerSearch } from '../areas/operations/banners/search-queries.ts'
import { userSearch } from '../areas/support/users/search-queries.ts'
import type { SearchSource } from '../extension-points/search-source.ts'

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
