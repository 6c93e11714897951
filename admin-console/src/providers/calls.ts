import type { ListName } from '@flagyard/api-types'
import type { AdminOperationName } from '@flagyard/api-types/admin'

/** The calls behind a resource, by react-admin's verbs. A verb left out is one that the API does not offer. */
export interface ResourceCalls {
  /** By which field a record is named: where a call has no place for it in its path, it stands in its body under this name. */
  id?: string
  list: ListName
  /** Without it, a record is read as one row of the list. */
  one?: AdminOperationName
  create?: AdminOperationName
  update?: AdminOperationName
  delete?: AdminOperationName
  nuke?: AdminOperationName
}

/** Everything that the console lists, and by which calls: one row a resource. */
export const resourceCalls = {
  users: { id: 'username', list: 'listUsers', one: 'getUser', update: 'updateUser' },
  courses: { list: 'listCoursesForAdmin' },
  labs: { list: 'listLabsForAdmin', one: 'getLabForAdmin', create: 'saveLab', update: 'saveLab', delete: 'deleteLab' },
  exams: {
    list: 'listExamsForAdmin',
    one: 'getExamForAdmin',
    create: 'saveExam',
    update: 'saveExam',
    delete: 'deleteExam',
  },
  bundles: {
    list: 'listBundlesForAdmin',
    one: 'getBundleForAdmin',
    create: 'saveBundle',
    update: 'saveBundle',
    delete: 'deleteBundle',
  },
  feedback_forms: { list: 'listFeedbackForms' },
  vouchers: { list: 'listVouchers' },
  certificates: { list: 'listCertificates' },
  aws_accounts: {
    id: 'account_id',
    list: 'listAwsAccounts',
    one: 'getCloudAccount',
    update: 'updateAwsAccount',
    delete: 'deleteAwsAccount',
    nuke: 'nukeAwsAccount',
  },
  azure_subscriptions: {
    id: 'subscription_id',
    list: 'listAzureSubscriptions',
    one: 'getCloudAccount',
    update: 'updateAzureSubscription',
    delete: 'deleteAzureSubscription',
    nuke: 'nukeAzureSubscription',
  },
  gcp_projects: {
    id: 'project_id',
    list: 'listGcpProjects',
    one: 'getCloudAccount',
    update: 'updateGcpProject',
    delete: 'deleteGcpProject',
    nuke: 'nukeGcpProject',
  },
  banners: {
    list: 'listBannersForAdmin',
    one: 'getBanner',
    create: 'createBanner',
    update: 'updateBanner',
    delete: 'deleteBanner',
  },
  lab_revisions: { list: 'listLabRevisions' },
  exam_revisions: { list: 'listExamRevisions' },
  bulk_jobs: { list: 'listBulkJobs', one: 'getBulkJob' },
  bulk_items: { list: 'listBulkItems' },
  audit: { list: 'listAudit' },
  deployments: { list: 'listDeployments' },
  // What one person holds: the username stands in the path of the call.
  entitlements: { list: 'listUserEntitlements' },
  progress: { list: 'listUserProgress' },
  attempts: { list: 'listUserExams' },
  orders: { list: 'listUserOrders' },
  mails: { list: 'listUserMails' },
  sessions: { list: 'listUserSessions' },
} as const satisfies Record<string, ResourceCalls>

export type ResourceName = keyof typeof resourceCalls

export function callsOf(resource: string): ResourceCalls {
  const calls: Record<string, ResourceCalls> = resourceCalls
  const found = calls[resource]
  if (!found) throw new Error(`There is no resource ${resource}`)
  return found
}
