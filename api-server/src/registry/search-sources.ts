import { bundleSearch, courseSearch } from '../areas/catalogue/courses/search-queries.ts'
import { examSearch } from '../areas/catalogue/exams/queries.ts'
import { labSearch } from '../areas/catalogue/labs/queries.ts'
import { certificateSearch } from '../areas/certification/certificates/admin-queries.ts'
import { cloudAccountSearches } from '../areas/clouds/cloud-accounts/list-queries.ts'
import { deploymentSearch } from '../areas/clouds/deployments/list-queries.ts'
import { orderSearch } from '../areas/commerce/orders/support/list-queries.ts'
import { organisationSearch } from '../areas/commerce/organisations/admin-queries.ts'
import { voucherSearch } from '../areas/commerce/vouchers/support/queries.ts'
import { bannerSearch } from '../areas/operations/banners/queries.ts'
import { userSearch } from '../areas/support/users/tab-queries.ts'
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
