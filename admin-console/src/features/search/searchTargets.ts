import type { Found, FoundKind } from '@flagyard/api-types'
import { type ConsoleList, consolePaths, filteredList } from '@flagyard/api-types/links'

interface Kind {
  label: string
  /** Page of a result. */
  to: (found: Found) => string
  /** List that shows all results for the same query. */
  list?: Extract<
    ConsoleList,
    | 'listUsers'
    | 'listCoursesForAdmin'
    | 'listLabsForAdmin'
    | 'listExamsForAdmin'
    | 'listBundlesForAdmin'
    | 'listOrders'
    | 'listOrganisations'
    | 'listVouchers'
    | 'listCertificates'
    | 'listAwsAccounts'
    | 'listAzureSubscriptions'
    | 'listGcpProjects'
  >
  /** Link to all results, if the list needs more than the query as a filter. */
  more?: (q: string) => string
}

const page =
  (to: (id: string) => string) =>
  ({ id }: Found) =>
    to(id)

/** Kinds of results. A feature with a search source adds its entry here. */
export const searchTargets: Record<FoundKind, Kind> = {
  user: { label: 'People', to: page(consolePaths.user), list: 'listUsers' },
  course: { label: 'Courses', to: page(consolePaths.course), list: 'listCoursesForAdmin' },
  lab: { label: 'Labs', to: page(consolePaths.lab), list: 'listLabsForAdmin' },
  exam: { label: 'Exams', to: page(consolePaths.exam), list: 'listExamsForAdmin' },
  bundle: { label: 'Bundles', to: page(consolePaths.bundle), list: 'listBundlesForAdmin' },
  order: { label: 'Orders', to: page(consolePaths.order), list: 'listOrders' },
  organisation: { label: 'Organisations', to: page(consolePaths.organisation), list: 'listOrganisations' },
  voucher: { label: 'Vouchers', to: page(consolePaths.voucher), list: 'listVouchers' },
  certificate: { label: 'Certificates', to: page(consolePaths.certificate), list: 'listCertificates' },
  aws_account: { label: 'AWS accounts', to: page(consolePaths.awsAccount), list: 'listAwsAccounts' },
  azure_subscription: {
    label: 'Azure subscriptions',
    to: page(consolePaths.azureSubscription),
    list: 'listAzureSubscriptions',
  },
  gcp_project: { label: 'GCP projects', to: page(consolePaths.gcpProject), list: 'listGcpProjects' },
  deployment: {
    label: 'Deployments',
    to: page(consolePaths.deployment),
    more: (q) => filteredList('listDeployments', { q, state: ['queued', 'held', 'provisioning', 'running', 'ending'] }),
  },
  banner: { label: 'Banners', to: page(consolePaths.banner) },
}
