import type { ListName } from '@flagyard/api-types'
import type { AdminOperationName } from '@flagyard/api-types/admin'
import { formQuestionsRecord } from './form-questions-record.ts'
import { outlineRecord } from './outline-record.ts'

/** The operations of a resource, by react-admin's verbs. A missing verb is not supported by the API. */
export interface ResourceCalls {
  /** Field that identifies a record. Sent in the body if the operation has no path parameter for it. */
  id?: string
  list: ListName
  /** Default: the record is read as one row of the list. */
  one?: AdminOperationName
  create?: AdminOperationName
  update?: AdminOperationName
  delete?: AdminOperationName
  nuke?: AdminOperationName
  /** Extracts the record from a larger response. */
  record?: (answer: Record<string, unknown>) => object
}

/** All resources of the console with their operations. */
export const resourceCalls = {
  users: { id: 'username', list: 'listUsers', one: 'getUser', update: 'updateUser' },
  courses: {
    list: 'listCoursesForAdmin',
    one: 'getCourseForAdmin',
    create: 'saveCourse',
    update: 'saveCourse',
    delete: 'deleteCourse',
  },
  // Parts of a course, each with its own version. The ID of a lesson is `<course>/<id>`.
  outlines: { list: 'listCoursesForAdmin', one: 'getCourseForAdmin', update: 'saveSections', record: outlineRecord },
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
  // Part of a feedback form, saved by its own operation.
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
  // Voucher batches for labs and exams require the same capability.
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
    // Upsert: adds the account if the pool does not have it.
    create: 'updateAwsAccount',
    update: 'updateAwsAccount',
    delete: 'deleteAwsAccount',
    nuke: 'nukeAwsAccount',
  },
  azure_subscriptions: {
    id: 'subscription_id',
    list: 'listAzureSubscriptions',
    one: 'getCloudAccount',
    // Upsert, as for AWS.
    create: 'updateAzureSubscription',
    update: 'updateAzureSubscription',
    delete: 'deleteAzureSubscription',
    nuke: 'nukeAzureSubscription',
  },
  gcp_projects: {
    id: 'project_id',
    list: 'listGcpProjects',
    one: 'getCloudAccount',
    // Upsert, as for AWS.
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
  // Lists of one user. The username is a path parameter.
  progress: { list: 'listUserProgress' },
  attempts: { list: 'listUserExams' },
  mails: { list: 'listUserMails' },
  sessions: { list: 'listUserSessions' },
} as const satisfies Record<string, ResourceCalls>

/** Converts a response to a react-admin record. Without `id`, the record's own is used. */
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
