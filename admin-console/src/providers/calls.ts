import type { ListName } from '@flagyard/api-types'
import type { AdminOperationName } from '@flagyard/api-types/admin'
import { formQuestionsRecord } from './form-questions-record.ts'
import { outlineRecord } from './outline-record.ts'

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
  /** Takes the record out of an answer that is more than it. */
  record?: (answer: Record<string, unknown>) => object
}

/** Everything that the console lists, and by which calls: one row a resource. */
export const resourceCalls = {
  users: { id: 'username', list: 'listUsers', one: 'getUser', update: 'updateUser' },
  courses: {
    list: 'listCoursesForAdmin',
    one: 'getCourseForAdmin',
    create: 'saveCourse',
    update: 'saveCourse',
    delete: 'deleteCourse',
  },
  // Parts of a course, each with a version of its own. The id of a lesson is `<course>/<id>`.
  outlines: {
    list: 'listCoursesForAdmin',
    one: 'getCourseForAdmin',
    update: 'saveSections',
    record: outlineRecord,
  },
  lessons: { list: 'listCoursesForAdmin', one: 'getLesson', update: 'saveLesson' },
  course_users: { list: 'listCourseUsers' },
  course_revisions: { list: 'listCourseRevisions' },
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
  feedback_forms: {
    list: 'listFeedbackForms',
    one: 'getFeedbackFormForAdmin',
    create: 'createFeedbackForm',
    update: 'updateFeedbackForm',
    delete: 'deleteFeedbackForm',
  },
  // A part of a form, saved by a call of its own.
  form_questions: {
    list: 'listFeedbackForms',
    one: 'getFeedbackFormForAdmin',
    update: 'saveFormQuestions',
    record: formQuestionsRecord,
  },
  feedback_responses: { list: 'listFeedbackResponses' },
  feedback_answers: { list: 'listFeedbackAnswers' },
  orders: { list: 'listOrders', one: 'getAdminOrder' },
  payment_events: { list: 'listPaymentEvents' },
  payouts: { list: 'listPayouts', one: 'getPayout' },
  payout_lines: { list: 'listPayoutLines' },
  // Batches of labs and exams need the same capability.
  vouchers: { list: 'listVouchers', one: 'getVoucher', create: 'createCourseVouchers' },
  organisations: {
    list: 'listOrganisations',
    one: 'getOrganisationForAdmin',
    create: 'createOrganisationForAdmin',
    update: 'updateOrganisationForAdmin',
  },
  certificates: {
    id: 'id',
    list: 'listCertificates',
    one: 'getCertificateForAdmin',
    update: 'updateCertificate',
    delete: 'deleteCertificate',
  },
  lesson_reports: { list: 'listLessonReports' },
  certificate_corrections: { list: 'listCertificateCorrections' },
  aws_accounts: {
    id: 'account_id',
    list: 'listAwsAccounts',
    one: 'getCloudAccount',
    // Unknown to the pool, it is added.
    create: 'updateAwsAccount',
    update: 'updateAwsAccount',
    delete: 'deleteAwsAccount',
    nuke: 'nukeAwsAccount',
  },
  azure_subscriptions: {
    id: 'subscription_id',
    list: 'listAzureSubscriptions',
    one: 'getCloudAccount',
    // Unknown to the pool, it is added.
    create: 'updateAzureSubscription',
    update: 'updateAzureSubscription',
    delete: 'deleteAzureSubscription',
    nuke: 'nukeAzureSubscription',
  },
  gcp_projects: {
    id: 'project_id',
    list: 'listGcpProjects',
    one: 'getCloudAccount',
    // Unknown to the pool, it is added.
    create: 'updateGcpProject',
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
  resource_prices: {
    list: 'listResourcePrices',
    one: 'getResourcePrice',
    create: 'createResourcePrice',
    update: 'updateResourcePrice',
    delete: 'deleteResourcePrice',
  },
  webhooks: { list: 'listWebhooks', create: 'createWebhook', update: 'updateWebhook', delete: 'deleteWebhook' },
  webhook_deliveries: { list: 'listWebhookDeliveries' },
  tax_rates: { list: 'listTaxRates', create: 'createTaxRate' },
  flag_alerts: { list: 'listFlagAlerts', one: 'getFlagAlert' },
  lab_revisions: { list: 'listLabRevisions' },
  exam_incidents: {
    list: 'listExamIncidents',
    one: 'getExamIncident',
    create: 'createExamIncident',
    update: 'updateExamIncident',
  },
  incident_candidates: { list: 'listIncidentCandidates' },
  exam_candidates: { list: 'listExamCandidates' },
  conduct_cases: { list: 'listConductCases' },
  extra_points: { list: 'listExtraPoints' },
  exam_revisions: { list: 'listExamRevisions' },
  alarms: { list: 'listAlarms', one: 'getAlarm' },
  bulk_jobs: { list: 'listBulkJobs', one: 'getBulkJob' },
  bulk_items: { list: 'listBulkItems' },
  audit: { list: 'listAudit' },
  deployments: { list: 'listDeployments', one: 'getDeploymentForAdmin' },
  entitlements: { list: 'listEntitlements' },
  // What one person holds: the username stands in the path of the call.
  progress: { list: 'listUserProgress' },
  attempts: { list: 'listUserExams' },
  mails: { list: 'listUserMails' },
  sessions: { list: 'listUserSessions' },
} as const satisfies Record<string, ResourceCalls>

/** A record as react-admin knows it, from the answer of its call. Without `id`, it says its own. */
export function recordFrom<R>(
  { id: key = 'id', record }: ResourceCalls,
  answer: Record<string, unknown>,
  id?: string,
): R {
  const found: Record<string, unknown> = record ? { ...record(answer) } : answer
  const isNamedByCall = id !== undefined && (record !== undefined || id.includes('/'))
  return { ...found, id: isNamedByCall ? id : (found.id ?? found[key]) } as R
}

export type ResourceName = keyof typeof resourceCalls

export function callsOf(resource: string): ResourceCalls {
  const calls: Record<string, ResourceCalls> = resourceCalls
  const found = calls[resource]
  if (!found) throw new Error(`There is no resource ${resource}`)
  return found
}
