import { randomUUID } from 'node:crypto'
import { type LegalPageName, operations as literal } from '@flagyard/api-types'
import type { Operation } from '@flagyard/api-types/contract/operation'
import { eq, notInArray, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grant } from '../../src/areas/catalogue/entitlements/service.ts'
import { findAccount } from '../../src/areas/platform/auth/queries.ts'
import { startSession } from '../../src/areas/platform/auth/sign-in/sign-in.ts'
import { hashRoomCode } from '../../src/areas/training/exam-attempts/sitting/room-opening.ts'
import * as tables from '../../src/db/schema/index.ts'
import {
  certificateCorrections,
  certificates,
  cloudAccounts,
  factors,
  nukeReceipts,
  outbox,
} from '../../src/db/schema/index.ts'
import { type Api, quickHash, startTestApp, type TestApp } from '../app.ts'
import { makeCourse, makeExam, makeLab } from '../catalogue.ts'
import { quotableAnswer } from '../fixtures/feedback-course.ts'
import { insertAccount } from '../fixtures/lab-fixture.ts'
import { createManualQueue, type ManualQueue } from '../fixtures/manual-queue.ts'
import { sell } from '../fixtures/random-books.ts'
import { zipOf } from '../fixtures/zip.ts'
import { courseChanges } from './course-changes.ts'

let app: TestApp
let as: Api
let queue: ManualQueue
beforeAll(async () => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ deps: { queue, alarmWebhook: { host: 'pager.example', send: async () => {} } } })
  as = app.asAdmin
  await as.getMe()
  const admin = await app.idOf('administrator-of-tests')
  const password_hash = quickHash(current_password)
  await app.deps.db.update(tables.users).set({ password_hash }).where(eq(tables.users.id, admin))
  await makeCourse(app.deps.db, 'course')
  await makeLab(app.deps.db, 'lab')
  await makeExam(app.deps.db, 'exam')
  await as.updateBrand({ brandEdit: { ...brandEdit, version: 0 } })
})
afterAll(() => app.close())

const incidentInput = {
  title: 'Outage',
  cloud: null,
  region: null,
  exam: null,
  from_at: new Date().toISOString(),
  until_at: null,
}

const organisationInput = {
  ...{ name: 'Team Ltd', kind: 'business' as const, country: null, tax_id: null, address: null },
  ...{ reference: null, invoice_email: null },
}

const current_password = 'the present long one'

const legalDraft = { markdown: 'A complete text', summary: '', needs_acceptance: false }

async function saveLegalDraft(page: LegalPageName): Promise<number> {
  const edit = (await as.getLegalPageForAdmin({ page })).next?.edit ?? 0
  return (await as.saveLegalDraft({ page, legalDraftInput: { ...legalDraft, edit } })).next?.edit ?? 0
}

const brandEdit = {
  ...{
    name: 'Northwind Academy',
    mail_sender_name: null,
    support_address: null,
    accent_light: null,
    accent_dark: null,
  },
  ...{ social_links: [], powered_by_shown: true },
}

const alarmMute = { until: new Date(Date.now() + 3_600_000).toISOString(), reason: 'A test', stays: false }
const DEAD_JOB = '00000000-0000-4000-8000-00000000dead'

/** Inserts an alarm with a new subject. */
async function openAlarm(): Promise<string> {
  const row = { kind: 'pool_low', subject: `aws ${++made}`, level: 'notice', sentence: 'Low' } as const
  const [alarm] = await app.deps.db.insert(tables.alarms).values(row).returning()
  return alarm!.id
}

/** Makes the queue return one job that used up its retries. */
const deadJob = () =>
  Object.assign(queue, {
    findDeadLetter: async () => ({ id: DEAD_JOB, job: 'a.job', error: null, retries: 5, died_at: new Date() }),
    revive: async () => true,
    dismiss: async () => true,
  })

interface Change {
  /** Action of the expected audit entry. */
  action: string
  /** Creates the data and returns the call. */
  prepare: () => Promise<() => Promise<unknown>>
}

/** Headers for the upload of a ten-byte picture named a.png. */
const tusHeaders = {
  'tus-resumable': '1.0.0',
  'upload-length': '10',
  'upload-metadata': 'kind cGljdHVyZQ==,filename YS5wbmc=',
}

/** Uploads an archive that contains only a feedback form. */
async function uploadArchive(): Promise<string> {
  const content = zipOf({ 'forms/ask.yaml': 'title: Ask\n' })
  const metadata = `kind ${btoa('archive')},filename ${btoa('a.zip')}`
  const made = await as.createUpload(
    {},
    { headers: { ...tusHeaders, 'upload-length': String(content.length), 'upload-metadata': metadata } },
  )
  const id = made.headers.get('location')!.split('/').at(-1)!
  const [row] = await app.deps.db.select().from(tables.uploads).where(eq(tables.uploads.id, id))
  const key = `uploads/${id}/0`
  await app.deps.files.put(key, content)
  await app.deps.db.insert(tables.uploadPieces).values({ upload_id: id, start: 0, bytes: content.length, key })
  await app.deps.db
    .update(tables.uploads)
    .set({ ...row, state: 'ready' })
    .where(eq(tables.uploads.id, id))
  return id
}
let made = 0
const learner = async () => {
  const username = `learner-${++made}`
  await app.as(username).getMe()
  return username
}
/** Learner with an attempt at a new exam. */
async function examOf(state: 'purchased' | 'scheduled' | 'preparing' | 'active' | 'no_show' | 'failed') {
  const { db } = app.deps
  const username = await learner()
  const { id, slug } = await makeExam(db, `exam-of-${username}`, {
    bookable: true,
    address_variable: 'admitted_range',
  })
  const user_id = await app.idOf(username)
  await db.transaction((tx) => grant(tx, { userId: user_id, exam: id, source: 'voucher' }))
  const terms = { seconds: 60, passing_points: 1, resets: 0, extension_ceiling_minutes: 60 }
  const scheduled_at = state === 'purchased' ? null : new Date()
  await db
    .insert(tables.examAttempts)
    .values({ exam_id: id, user_id, state, terms, scheduled_at, time_zone: scheduled_at && 'UTC' })
  return { username, exam: slug }
}
const labCorrection = { version: 1, reason: 'A hard week' }
/** Learner with a new lab and one used reset. */
async function labOf({ running = false } = {}) {
  const { db } = app.deps
  const username = await learner()
  const downloads = [{ name: 'notes.txt', file: 'downloads/notes.txt', bytes: 5 }]
  const lab = await makeLab(db, `lab-of-${username}`, { resets: 2, downloads })
  const user_id = await app.idOf(username)
  await db.transaction((tx) => grant(tx, { userId: user_id, lab: lab.id, source: 'voucher' }))
  await db.insert(tables.labAccess).values({ user_id, lab_id: lab.id, resets_used: 1 })
  const at = { running_at: new Date(), ends_at: new Date(Date.now() + 3_600_000) }
  const ran = { user_id, lab_id: lab.id, cloud: 'aws', module_version: '1.0.0', duration_seconds: 3600 } as const
  if (running) await db.insert(tables.deployments).values({ ...ran, ...at, state: 'running' })
  return { username, lab_slug: lab.slug }
}
/** Account that can be reserved for a group, and that group. */
async function reservable() {
  await account('aws')
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  return { name: 'Class', cloud: 'aws' as const, accounts: 1, from_at: inHours(1), until_at: inHours(2), members: [] }
}

async function deploymentOf() {
  const { db } = app.deps
  const { username } = await labOf({ running: true })
  const account_id = String(100_000_000_000 + ++made)
  const [account] = await db
    .insert(tables.cloudAccounts)
    .values({ cloud: 'aws', account_id, name: account_id, region: 'eu-west-1', status: 'Provisioned' })
    .returning()
  const [deployment] = await db
    .update(tables.deployments)
    .set({ cloud_account_id: account!.id })
    .where(eq(tables.deployments.user_id, await app.idOf(username)))
    .returning()
  await db
    .update(tables.cloudAccounts)
    .set({ deployment_id: deployment!.id })
    .where(eq(tables.cloudAccounts.id, account!.id))
  return deployment!.id
}
const attemptOf = async (username: string, exam: string) =>
  (await as.listUserExams({ username })).data.find((one) => one.exam === exam)!.id
/** Entitlement of a learner in this state, from the list of administrators. */
async function entitlementOf({ in: state }: { in?: 'suspended' | 'revoked' } = {}) {
  const { username } = await labOf()
  const user_id = await app.idOf(username)
  const before =
    state &&
    { suspended: { suspended_at: new Date() }, revoked: { revoked_at: new Date(), removed_at: new Date() } }[state]
  await app.deps.db
    .update(tables.entitlements)
    .set({ ends_at: new Date(Date.now() + 86_400_000), ...before })
    .where(eq(tables.entitlements.user_id, user_id))
  const { data } = await as.listEntitlements({ filter: JSON.stringify({ username }) })
  return data[0]!
}
const ledgerChange = { version: 1, reason: 'A hard week' }
/** Learner with a second factor, optionally with a pending removal. */
async function factorOf({ isWaiting = false } = {}) {
  const username = await learner()
  const user_id = await app.idOf(username)
  await app.deps.db
    .insert(factors)
    .values({ user_id, kind: 'totp', name: 'App', secret_sealed: 'none', confirmed_at: new Date() })
  if (isWaiting)
    await app.deps.db
      .insert(tables.factorRemovals)
      .values({ user_id, asked_by: user_id, reason: 'Lost', due_at: new Date(Date.now() + 60_000) })
  return username
}
/** Support access to the environment of an exam, requested by an administrator while the exam is being prepared. */
async function roomOf(asked_by: string, more: Partial<typeof tables.examSupport.$inferInsert>) {
  const { username, exam } = await examOf('preparing')
  const attempt_id = await attemptOf(username, exam)
  const confirm_until = new Date(Date.now() + 60_000)
  const [row] = await app.deps.db
    .insert(tables.examSupport)
    .values({ attempt_id, asked_by, reason: 'Help', confirm_by: 'administrator', confirm_until, ...more })
    .returning()
  return row!.id
}
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** Order of a new learner, paid in the demo. */
async function paidOrder(): Promise<string> {
  const api = app.as(await learner())
  const { order_id: id } = await api.purchaseCourse({
    purchaseCoursePayload: { slug: 'course', quantity: 2 },
  })
  await api.payDemoOrder({ id, demoPayment: { outcome: 'paid' } })
  return id
}

/** Refund that failed at Stripe. */
async function failedRefund() {
  const id = await paidOrder()
  const row = { order_id: id, amount: 1, reason: 'They asked', state: 'failed' as const }
  const [refund] = await app.deps.db.insert(tables.refunds).values(row).returning()
  await app.deps.db
    .update(tables.orders)
    .set({ provider: 'stripe', state: 'partially_refunded', refunded_amount: 1 })
    .where(eq(tables.orders.id, id))
  return { id, refund_id: refund!.id, version: (await as.getAdminOrder({ id })).version }
}

const vouchersOf = (target: string) => ({ target, count: 1, uses: 1, expires_at: null, note: '' })
const form = () => as.createFeedbackForm({ feedbackFormEdit: { title: 'Asked' } })
const webhook = async () =>
  as.createWebhook({
    webhookInput: { url: `https://hooks.example/${++made}`, description: '', events: ['order.paid'], is_on: true },
  })
const banner = () => as.createBanner({ bannerInput: { content: 'Hello' } })
const deletionOf = (username: string) => ({
  username,
  userDeletion: { confirm: username, reason: 'Asked for', current_password },
})
const disabling = (ids: string[]) => ({ bulkAsk: { action: 'users.disable' as const, ids, reason: 'A test' } })
/** Returns a later day on each call. */
const taxDay = () => new Date(Date.UTC(2027, 0, ++made)).toISOString().slice(0, 10)
const voucher = async () => {
  const { batch } = await as.createCourseVouchers({ courseVoucher: vouchersOf('course') })
  const { data } = await as.listVouchers({ filter: JSON.stringify({ batch }) })
  return data[0]!.id
}
const transferOf = { amount: 1, received_on: '2026-11-20', reference: 'Statement 7' }
/** Order of a company that pays by bank transfer. */
async function transferOrder() {
  const { order_id } = await app.as(await learner()).purchaseCourse({
    purchaseCoursePayload: {
      slug: 'course',
      quantity: 2,
      billing: { company: 'Team Ltd', country: 'DE' },
      pay_by: 'transfer',
    },
  })
  return order_id
}
const certificate = async () => {
  const id = `certificate-${++made}`
  const user_id = await app.idOf(await learner())
  await app.deps.db.insert(certificates).values({ id, user_id, type: 'required', name: 'N', title: 'T' })
  return id
}
const account = async (cloud: 'aws' | 'azure' | 'gcp', more: Partial<typeof cloudAccounts.$inferInsert> = {}) => {
  const account_id = { aws: `${100_000_000_000 + ++made}`, azure: randomUUID(), gcp: `project-${++made}` }[cloud]
  const name = `pool ${made}`
  await app.deps.db
    .insert(cloudAccounts)
    .values({ cloud, account_id, name, region: 'r', status: 'Available', credentials_sealed: 'none', ...more })
  return account_id
}

/** Account whose clean-up left a key that the cloud deletes later. */
async function quarantined() {
  const id = randomUUID()
  const account_id = await account('aws', { id, status: 'Locked', lock_reason: 'quarantine' })
  const left = [{ type: 'aws_kms_key', name: 'pending' }]
  await app.deps.db.insert(nukeReceipts).values({ cloud_account_id: id, pass: 1, removed: [], residue: [], left })
  return account_id
}

const price = { cloud: 'aws' as const, hourly_micros: 1 }

/** One call for each row by which an administrator changes something. A missing row fails the test below. */
const changes: Record<string, Change> = {
  updateUser: {
    action: 'users.update',
    async prepare() {
      const username = await learner()
      return () => as.updateUser({ userEdit: { username, version: 1, full_name: 'Another' } })
    },
  },
  sendPasswordReset: {
    action: 'users.send_password_reset',
    async prepare() {
      const username = await learner()
      return () => as.sendPasswordReset({ username })
    },
  },
  resendActivationForUser: {
    action: 'users.resend_activation',
    async prepare() {
      const username = `inactive-${++made}`
      await app.as(username, { activated: false }).getMe()
      return () => as.resendActivationForUser({ username })
    },
  },
  resendUserMail: {
    action: 'users.resend_mail',
    async prepare() {
      const username = await learner()
      const user_id = await app.idOf(username)
      const mail = { kind: 'x', recipient: 'r', subject: 's', text: 't', html: 'h', state: 'failed' } as const
      const [row] = await app.deps.db
        .insert(outbox)
        .values({ ...mail, user_id })
        .returning()
      return () => as.resendUserMail({ username, id: row!.id })
    },
  },
  endUserSession: {
    action: 'auth.end_sessions',
    async prepare() {
      const username = await learner()
      const user = await findAccount(app.deps.db, { id: await app.idOf(username) })
      const { refreshToken } = await startSession(app.deps, user, { address: '192.0.2.7', userAgent: 'x' })
      return () => as.endUserSession({ username, id: refreshToken.split('.')[0]! })
    },
  },
  endUserSessions: {
    action: 'auth.end_sessions',
    async prepare() {
      const username = await learner()
      return () => as.endUserSessions({ username })
    },
  },
  startImpersonation: {
    action: 'auth.see_as',
    async prepare() {
      const username = await learner()
      return () => as.startImpersonation({ username, impersonationPayload: { reason: 'A question' } })
    },
  },
  updateSecuritySettings: {
    action: 'auth.update_security_settings',
    async prepare() {
      const user_id = await app.idOf('administrator-of-tests')
      const factor = { kind: 'totp', name: 'App', secret_sealed: 'none', confirmed_at: new Date() } as const
      await app.deps.db.insert(factors).values({ user_id, ...factor })
      return () => as.updateSecuritySettings({ securitySettings: { admin_second_factor: 'required' } })
    },
  },
  deleteUser: {
    action: 'privacy.ask_deletion',
    async prepare() {
      const username = await learner()
      return () => as.deleteUser(deletionOf(username))
    },
  },
  undoUserDeletion: {
    action: 'privacy.undo_deletion',
    async prepare() {
      const username = await learner()
      await as.deleteUser(deletionOf(username))
      return () => as.undoUserDeletion({ username, undoUserDeletionPayload: { reason: 'A mistake' } })
    },
  },
  startBulk: {
    action: 'bulk.start',
    async prepare() {
      const ids = [await learner()]
      return () => as.startBulk(disabling(ids))
    },
  },
  cancelBulkJob: {
    action: 'bulk.cancel',
    async prepare() {
      const { id } = await as.startBulk(disabling([await learner()]))
      await app.deps.db.update(tables.bulkJobs).set({ state: 'waiting' }).where(eq(tables.bulkJobs.id, id))
      return () => as.cancelBulkJob({ job_id: id })
    },
  },
  undoBulkJob: {
    action: 'bulk.start',
    async prepare() {
      const { id } = await as.startBulk(disabling([await learner()]))
      await queue.work()
      return () => as.undoBulkJob({ job_id: id })
    },
  },
  exportList: {
    action: 'exports.list',
    prepare: async () => () => as.exportList({ list: 'listBannersForAdmin', exportAsk: {} }),
  },
  recordTransfer: {
    action: 'orders.record_transfer',
    async prepare() {
      const id = await transferOrder()
      const { version } = await as.listTransfers({ id })
      return () => as.recordTransfer({ id, transferInput: { ...transferOf, version } })
    },
  },
  undoTransfer: {
    action: 'orders.undo_transfer',
    async prepare() {
      const id = await transferOrder()
      const before = await as.listTransfers({ id })
      const entered = await as.recordTransfer({ id, transferInput: { ...transferOf, version: before.version } })
      const transferUndo = { version: entered.version, reason: 'Of another order' }
      return () => as.undoTransfer({ id, transfer_id: entered.transfers[0]!.id, transferUndo })
    },
  },
  refundOrder: {
    action: 'orders.refund',
    async prepare() {
      const id = await paidOrder()
      const { version, preview } = await as.previewRefund({ id, refundChoice: {} })
      return () => as.refundOrder({ id, refundRequest: { version, preview, reason: 'They asked' } })
    },
  },
  confirmRefund: {
    action: 'orders.confirm_refund',
    async prepare() {
      const { id, refund_id, version } = await failedRefund()
      return () => as.confirmRefund({ id, refund_id, refundConfirmation: { version, reference: 'Statement 9' } })
    },
  },
  retryRefund: {
    action: 'orders.retry_refund',
    async prepare() {
      const { id, refund_id, version } = await failedRefund()
      return () => as.retryRefund({ id, refund_id, refundRetry: { version, reason: 'The card was renewed' } })
    },
  },
  createCourseVouchers: {
    action: 'vouchers.create',
    prepare: async () => () => as.createCourseVouchers({ courseVoucher: vouchersOf('course') }),
  },
  createLabVouchers: {
    action: 'vouchers.create',
    prepare: async () => () => as.createLabVouchers({ labVoucher: vouchersOf('lab') }),
  },
  createExamVouchers: {
    action: 'vouchers.create',
    prepare: async () => () => as.createExamVouchers({ examVoucher: vouchersOf('exam') }),
  },
  revokeVoucher: {
    action: 'vouchers.revoke',
    async prepare() {
      await as.createCourseVouchers({ courseVoucher: vouchersOf('course') })
      const { data } = await as.listVouchers({ filter: '{"state":"available"}' })
      return () => as.revokeVoucher({ voucher_id: data[0]!.id })
    },
  },
  updateVoucher: {
    action: 'vouchers.update',
    async prepare() {
      const id = await voucher()
      const voucherExpiry = { version: 1, expires_at: '2120-01-01T00:00:00.000Z', reason: 'They asked' }
      return () => as.updateVoucher({ voucher_id: id, voucherExpiry })
    },
  },
  sendVoucher: {
    action: 'vouchers.send',
    async prepare() {
      const id = await voucher()
      return () => as.sendVoucher({ voucher_id: id, voucherSending: { version: 1, email: 'ann@b.example' } })
    },
  },
  renewVoucher: {
    action: 'vouchers.renew',
    async prepare() {
      const id = await voucher()
      const voucherRenewal = { version: 1, reason: 'It was posted', send: false }
      return () => as.renewVoucher({ voucher_id: id, voucherRenewal })
    },
  },
  archiveCertificates: {
    action: 'certificates.archive',
    async prepare() {
      const id = await certificate()
      return () => as.archiveCertificates({ certificateArchiveAsk: { ids: [id] } })
    },
  },
  decideCertificateCorrection: {
    action: 'certificates.refuse_correction',
    async prepare() {
      const certificate_id = await certificate()
      const [row] = await app.deps.db.select().from(certificates).where(eq(certificates.id, certificate_id))
      const asked = { certificate_id, user_id: row!.user_id!, name: 'Another', printed: 'N', reason: 'Misspelt' }
      const [correction] = await app.deps.db.insert(certificateCorrections).values(asked).returning()
      const correctionDecision = { version: 1, state: 'refused' as const, reason: 'Not your name' }
      return () => as.decideCertificateCorrection({ id: correction!.id, correctionDecision })
    },
  },
  updateCertificate: {
    action: 'certificates.update',
    async prepare() {
      const id = await certificate()
      return () => as.updateCertificate({ certificateEdit: { id, version: 1, name: 'Another' } })
    },
  },
  rotateSigningKey: {
    action: 'certificates.rotate_key',
    prepare: async () => () => as.rotateSigningKey({}),
  },
  reissueBadge: {
    action: 'certificates.reissue_badge',
    async prepare() {
      const id = await certificate()
      return () => as.reissueBadge({ id, badgeReissue: { version: 1, reason: 'Sent to a stranger' } })
    },
  },
  deleteCertificate: {
    action: 'certificates.withdraw',
    async prepare() {
      const id = await certificate()
      return () => as.deleteCertificate({ id })
    },
  },
  createFeedbackForm: {
    action: 'forms.create',
    prepare: async () => () => as.createFeedbackForm({ feedbackFormEdit: { title: 'Asked' } }),
  },
  updateFeedbackForm: {
    action: 'forms.update',
    async prepare() {
      const { id, version } = await form()
      return () => as.updateFeedbackForm({ form_id: id, feedbackFormEdit: { version, title: 'Asked again' } })
    },
  },
  deleteFeedbackForm: {
    action: 'forms.delete',
    async prepare() {
      const { id } = await form()
      return () => as.deleteFeedbackForm({ form_id: id })
    },
  },
  publishQuote: {
    action: 'quotes.publish',
    async prepare() {
      const answer_id = await quotableAnswer(app, 'audited-quote')
      return () => as.publishQuote({ answer_id })
    },
  },
  unpublishQuote: {
    action: 'quotes.unpublish',
    async prepare() {
      const answer_id = await quotableAnswer(app, 'audited-unquote')
      await as.publishQuote({ answer_id })
      return () => as.unpublishQuote({ answer_id })
    },
  },
  duplicateFeedbackForm: {
    action: 'forms.create',
    async prepare() {
      const { id } = await form()
      return () => as.duplicateFeedbackForm({ form_id: id, formCopy: { title: 'A copy' } })
    },
  },
  saveFormQuestions: {
    action: 'forms.save_questions',
    async prepare() {
      const { id, version } = await form()
      const questions = [{ kind: 'text' as const, label: 'Why?', choices: [], required: false }]
      return () => as.saveFormQuestions({ form_id: id, formQuestionsEdit: { version, questions } })
    },
  },
  createBanner: {
    action: 'banners.create',
    prepare: async () => () => as.createBanner({ bannerInput: { content: 'Hello' } }),
  },
  updateBanner: {
    action: 'banners.update',
    async prepare() {
      const { id, version } = await banner()
      return () => as.updateBanner({ id, bannerEdit: { version, content: 'Bye' } })
    },
  },
  deleteBanner: {
    action: 'banners.delete',
    async prepare() {
      const { id } = await banner()
      return () => as.deleteBanner({ id })
    },
  },
  restoreBanner: {
    action: 'banners.restore',
    async prepare() {
      const { id } = await banner()
      await as.deleteBanner({ id })
      return () => as.restoreBanner({ id })
    },
  },
  ...contentChanges(),
  ...courseChanges(
    () => app,
    () => as,
  ),
  createUpload: {
    action: 'uploads.create',
    prepare: async () => () => as.createUpload({}, { headers: tusHeaders }),
  },
  deleteUpload: {
    action: 'uploads.delete',
    async prepare() {
      const { headers } = await as.createUpload({}, { headers: tusHeaders })
      const id = headers.get('location')!.split('/').at(-1)!
      return () => as.deleteUpload({ id }, { headers: tusHeaders })
    },
  },
  exportContent: {
    action: 'content.export',
    prepare: async () => () => as.exportContent({ contentExport: { files: false } }),
  },
  checkArchive: {
    action: 'content.check',
    async prepare() {
      const upload = await uploadArchive()
      return () => as.checkArchive({ archiveCheck: { upload, prune: false } })
    },
  },
  importArchive: {
    action: 'content.import',
    async prepare() {
      const upload = await uploadArchive()
      await as.checkArchive({ archiveCheck: { upload, prune: false } })
      await queue.work()
      const { version } = await as.getContentImport({ id: upload })
      return () => as.importArchive({ id: upload, archiveImport: { version } })
    },
  },
  ...cloudChanges('AwsAccount', 'aws', (account_id) => ({
    nuke: () => as.nukeAwsAccount({ account_id, nukeConfirmation: { confirm: account_id } }),
    remove: () => as.deleteAwsAccount({ account_id }),
    update: () => as.updateAwsAccount({ awsAccountEdit: { account_id, version: 1, notes: 'Mind' } }),
  })),
  ...cloudChanges('AzureSubscription', 'azure', (subscription_id) => ({
    nuke: () => as.nukeAzureSubscription({ subscription_id, nukeConfirmation: { confirm: subscription_id } }),
    remove: () => as.deleteAzureSubscription({ subscription_id }),
    update: () => as.updateAzureSubscription({ azureSubscriptionEdit: { subscription_id, version: 1, notes: 'Mind' } }),
  })),
  ...cloudChanges('GcpProject', 'gcp', (project_id) => ({
    nuke: () => as.nukeGcpProject({ project_id, nukeConfirmation: { confirm: project_id } }),
    remove: () => as.deleteGcpProject({ project_id }),
    update: () => as.updateGcpProject({ gcpProjectEdit: { project_id, version: 1, notes: 'Mind' } }),
  })),
  takeAlarm: {
    action: 'alarms.take',
    async prepare() {
      const id = await openAlarm()
      return () => as.takeAlarm({ id })
    },
  },
  giveBackAlarm: {
    action: 'alarms.give_back',
    async prepare() {
      const id = await openAlarm()
      await as.takeAlarm({ id })
      return () => as.giveBackAlarm({ id })
    },
  },
  muteAlarm: {
    action: 'alarms.mute',
    async prepare() {
      const id = await openAlarm()
      return () => as.muteAlarm({ id, alarmMute })
    },
  },
  unmuteAlarm: {
    action: 'alarms.unmute',
    async prepare() {
      const id = await openAlarm()
      await as.muteAlarm({ id, alarmMute })
      return () => as.unmuteAlarm({ id })
    },
  },
  updateAlarmSettings: {
    action: 'alarms.update_settings',
    async prepare() {
      const { version, pool_low } = await as.getAlarmSettings()
      return () => as.updateAlarmSettings({ alarmSettingsEdit: { version, roster: [], pool_low } })
    },
  },
  testAlarmWebhook: {
    action: 'alarms.test_webhook',
    prepare: async () => () => as.testAlarmWebhook(),
  },
  reviveDeadJob: {
    action: 'jobs.revive',
    async prepare() {
      deadJob()
      return () => as.reviveDeadJob({ id: DEAD_JOB })
    },
  },
  dismissDeadJob: {
    action: 'jobs.dismiss',
    async prepare() {
      deadJob()
      return () => as.dismissDeadJob({ id: DEAD_JOB })
    },
  },
  verifyCloudAccount: {
    action: 'cloud_accounts.verify',
    async prepare() {
      const id = await account('aws')
      return () => as.verifyCloudAccount({ id })
    },
  },
  freezeUser: {
    action: 'users.freeze',
    async prepare() {
      const username = await learner()
      return () => as.freezeUser({ username, freezeAsk: { dry_run: false, reason: 'A test' } })
    },
  },
  unfreezeUser: {
    action: 'users.unfreeze',
    async prepare() {
      const username = await learner()
      await as.freezeUser({ username, freezeAsk: { dry_run: false, reason: 'A test' } })
      return () => as.unfreezeUser({ username, unfreezeAsk: { reason: 'A test' } })
    },
  },
  decideFlagAlert: {
    action: 'flag_alerts.dismiss',
    async prepare() {
      const { db } = app.deps
      const lab = await makeLab(db, `alert-${++made}`)
      const about = { user_id: await app.idOf(await learner()), owner_id: await app.idOf(await learner()) }
      const [flag] = await db
        .insert(tables.flags)
        .values({ lab_id: lab.id, position: 1, title: 'F', question: 'Q', type: 'DYNAMIC' })
        .returning()
      const [alert] = await db
        .insert(tables.flagAlerts)
        .values({ ...about, flag_id: flag?.id ?? '' })
        .returning()
      const flagAlertDecision = { version: 1, decision: 'dismissed' as const, reason: 'A test' }
      return () => as.decideFlagAlert({ id: alert?.id ?? '', flagAlertDecision })
    },
  },
  decideLessonReport: {
    action: 'lesson_reports.close',
    async prepare() {
      const { db } = app.deps
      const course = await makeCourse(db, `report-${++made}`)
      const [lesson] = await db.select().from(tables.lessons).where(eq(tables.lessons.course_id, course.id))
      const [report] = await db
        .insert(tables.lessonReports)
        .values({ course_id: course.id, lesson_id: lesson?.id ?? '', kind: 'typo', words: 'A word too many' })
        .returning()
      return () =>
        as.decideLessonReport({ id: report?.id ?? '', lessonReportDecision: { version: 1, state: 'closed' } })
    },
  },
  createWebhook: {
    action: 'webhooks.create',
    prepare: async () => () => webhook(),
  },
  updateWebhook: {
    action: 'webhooks.update',
    async prepare() {
      const { id, version } = await webhook()
      return () => as.updateWebhook({ id, webhookEdit: { version, is_on: false } })
    },
  },
  deleteWebhook: {
    action: 'webhooks.delete',
    async prepare() {
      const { id } = await webhook()
      return () => as.deleteWebhook({ id })
    },
  },
  rotateWebhookSecret: {
    action: 'webhooks.rotate',
    async prepare() {
      const { id, version } = await webhook()
      return () => as.rotateWebhookSecret({ id, webhookRotation: { version } })
    },
  },
  testWebhook: {
    action: 'webhooks.test',
    async prepare() {
      const { id } = await webhook()
      return () => as.testWebhook({ id })
    },
  },
  replayWebhook: {
    action: 'webhooks.replay',
    async prepare() {
      const { id } = await webhook()
      return () => as.replayWebhook({ id, webhookReplay: { since: '2026-01-01T00:00:00Z' } })
    },
  },
  replayWebhookDelivery: {
    action: 'webhooks.replay',
    async prepare() {
      const { id: webhook_id } = await webhook()
      const [row] = await app.deps.db
        .insert(tables.webhookDeliveries)
        .values({ webhook_id, event_id: randomUUID(), event: 'order.paid', body: '{}', state: 'failed' })
        .returning()
      return () => as.replayWebhookDelivery({ id: row?.id ?? '' })
    },
  },
  createOrganisationForAdmin: {
    action: 'organisations.create',
    prepare: async () => () => as.createOrganisationForAdmin({ organisationInput }),
  },
  updateOrganisationForAdmin: {
    action: 'organisations.update',
    async prepare() {
      const { id, version } = await as.createOrganisationForAdmin({ organisationInput })
      return () => as.updateOrganisationForAdmin({ id, organisationEdit: { version, name: 'Other Ltd' } })
    },
  },
  saveTaxIdCheck: {
    action: 'organisations.check_tax_id',
    async prepare() {
      const taxIdCheckInput = { country: 'DE', tax_id: 'DE136695976' }
      const { id } = await as.createOrganisationForAdmin({
        organisationInput: { ...organisationInput, ...taxIdCheckInput },
      })
      return () => as.saveTaxIdCheck({ id, taxIdCheckInput })
    },
  },
  inviteManagerForAdmin: {
    action: 'organisations.invite',
    async prepare() {
      const { id } = await as.createOrganisationForAdmin({ organisationInput })
      return () => as.inviteManagerForAdmin({ id, managerInvitation: { email: 'manager@team.example' } })
    },
  },
  revokeInvitationForAdmin: {
    action: 'organisations.revoke_invitation',
    async prepare() {
      const { id } = await as.createOrganisationForAdmin({ organisationInput })
      const managerInvitation = { email: 'manager@team.example' }
      const { invitations } = await as.inviteManagerForAdmin({ id, managerInvitation })
      return () => as.revokeInvitationForAdmin({ id, invitation_id: invitations[0]!.id })
    },
  },
  removeManagerForAdmin: {
    action: 'organisations.remove_manager',
    async prepare() {
      const { id } = await as.createOrganisationForAdmin({ organisationInput })
      const names = [`manager-${++made}`, `manager-${++made}`] as const
      for (const name of names) {
        await app.as(name).getMe()
        await app.deps.db
          .insert(tables.organisationManagers)
          .values({ organisation_id: id, user_id: await app.idOf(name) })
      }
      return () => as.removeManagerForAdmin({ id, username: names[0], managerRemoval: { reason: 'Left the company' } })
    },
  },
  createTaxRate: {
    action: 'taxes.create_rate',
    prepare: async () => () => as.createTaxRate({ taxRateInput: { country: 'NO', rate: 2500, valid_from: taxDay() } }),
  },
  endTaxRate: {
    action: 'taxes.end_rate',
    async prepare() {
      const valid_from = taxDay()
      const { id, version } = await as.createTaxRate({ taxRateInput: { country: 'IS', rate: 2400, valid_from } })
      return () => as.endTaxRate({ id, taxRateEnd: { version, valid_until: valid_from } })
    },
  },
  saveLegalDraft: {
    action: 'legal.save_draft',
    async prepare() {
      const edit = (await as.getLegalPageForAdmin({ page: 'imprint' })).next?.edit ?? 0
      return () => as.saveLegalDraft({ page: 'imprint', legalDraftInput: { ...legalDraft, edit } })
    },
  },
  publishLegalPage: {
    action: 'legal.publish',
    async prepare() {
      const edit = await saveLegalDraft('privacy')
      return () => as.publishLegalPage({ page: 'privacy', legalPublication: { edit } })
    },
  },
  cancelLegalPublication: {
    action: 'legal.cancel_publication',
    async prepare() {
      const effective_at = new Date(Date.now() + 86_400_000).toISOString()
      const legalPublication = { edit: await saveLegalDraft('returns'), effective_at }
      const { next } = await as.publishLegalPage({ page: 'returns', legalPublication })
      return () => as.cancelLegalPublication({ page: 'returns', legalCancellation: { edit: next?.edit ?? 0 } })
    },
  },
  updateHomePage: {
    action: 'home_page.update',
    async prepare() {
      const { blocks, version } = await as.getHomePageSettings()
      return () => as.updateHomePage({ homePageEdit: { blocks, version } })
    },
  },
  updateBrand: {
    action: 'brand.update',
    async prepare() {
      const { version } = await as.getBrand()
      return () => as.updateBrand({ brandEdit: { ...brandEdit, version, mail_sender_name: `Sender ${++made}` } })
    },
  },
  updateSeller: {
    action: 'taxes.update_seller',
    async prepare() {
      const { version } = await as.getSeller()
      const sellerInput = {
        ...{ version, name: `Seller ${++made}`, address: 'Hamburg', country: 'DE', tax_id: null, oss_registered: true },
        ...{ iban: null, bic: null, email: 'billing@flagyard.example', time_zone: 'Europe/Berlin', footer: '' },
        valid_from: '2026-01-01',
      }
      return () => as.updateSeller({ sellerInput })
    },
  },
  closeMonth: {
    action: 'months.close',
    async prepare() {
      const user_id = await app.idOf('learner')
      await sell(app.deps.db, { user_id, paid_at: new Date('2026-01-10T10:00:00Z'), total: 10_00 })
      const [month] = (await as.listMonths()).filter(({ state }) => state === 'ready')
      const { version } = await as.getMonth({ month: month!.month })
      return () => as.closeMonth({ month: month!.month, monthClosing: { version } })
    },
  },
  createResourcePrice: {
    action: 'prices.create',
    prepare: async () => () => as.createResourcePrice({ priceInput: { ...price, type: `type-${++made}` } }),
  },
  updateResourcePrice: {
    action: 'prices.update',
    async prepare() {
      const { id } = await as.createResourcePrice({ priceInput: { ...price, type: `type-${++made}` } })
      return () => as.updateResourcePrice({ id, priceEdit: { version: 1, hourly_micros: 2 } })
    },
  },
  deleteResourcePrice: {
    action: 'prices.delete',
    async prepare() {
      const { id } = await as.createResourcePrice({ priceInput: { ...price, type: `type-${++made}` } })
      return () => as.deleteResourcePrice({ id })
    },
  },
  acceptCloudResidue: {
    action: 'cloud_accounts.accept_residue',
    async prepare() {
      const id = await quarantined()
      const resources = [{ type: 'aws_kms_key', name: 'pending' }]
      const until = new Date().toISOString().slice(0, 10)
      return () => as.acceptCloudResidue({ id, residueAcceptance: { version: 1, resources, until, reason: 'A test' } })
    },
  },
  withdrawCloudResidue: {
    action: 'cloud_accounts.withdraw_residue',
    async prepare() {
      const id = await account('aws', { residue_until: new Date('2040-01-01') })
      return () => as.withdrawCloudResidue({ id, residueWithdrawal: { version: 1, reason: 'A test' } })
    },
  },
  importCloudAccounts: {
    action: 'cloud_accounts.add',
    async prepare() {
      const csv = `project_id,name,region,GOOGLE_CREDENTIALS\nproject-${++made},One,europe-west1,{}`
      return () => as.importCloudAccounts({ cloudImport: { cloud: 'gcp', csv, dry_run: false } })
    },
  },
  // Runs last, because it needs an empty catalogue.
  importSample: {
    action: 'courses.create',
    async prepare() {
      await app.deps.db.execute(sql`truncate courses, labs, exams cascade`)
      return () => as.importSample({ sampleImport: { dry_run: false } })
    },
  },
}

/** Published content is only changed through a draft. */
function publicationChanges(name: 'Lab' | 'Exam', make: typeof makeLab | typeof makeExam): Record<string, Change> {
  const kind = name === 'Lab' ? 'labs' : 'exams'
  const calls = {
    save: (slug: string, title: string, version: number) =>
      name === 'Lab'
        ? as.saveLab({ slug, labEdit: { version, title } })
        : as.saveExam({ slug, examEdit: { version, title } }),
    publish: (slug: string, publication: { version: number; at?: string }) =>
      name === 'Lab' ? as.publishLab({ slug, publication }) : as.publishExam({ slug, publication }),
    cancel: (slug: string) => (name === 'Lab' ? as.cancelLabPublication({ slug }) : as.cancelExamPublication({ slug })),
    discard: (slug: string, version: number) =>
      name === 'Lab'
        ? as.discardLabDraft({ slug, seenContent: { version } })
        : as.discardExamDraft({ slug, seenContent: { version } }),
    revisions: (slug: string) => (name === 'Lab' ? as.listLabRevisions({ slug }) : as.listExamRevisions({ slug })),
    takeBack: (slug: string, id: string) =>
      name === 'Lab' ? as.takeBackLabRevision({ slug, id }) : as.takeBackExamRevision({ slug, id }),
  }
  /** Published item with a draft. */
  const drafted = async () => {
    const { id, slug } = await make(app.deps.db, `published-${++made}`)
    const owner = name === 'Lab' ? { lab_id: id } : { exam_id: id }
    const flag = { title: 'A step', question: 'Done?', type: 'NOFLAG' as const, position: 0, points: 100 }
    await app.deps.db.insert(tables.flags).values({ ...flag, ...owner })
    const { version } = await calls.save(slug, 'Another', 1)
    return { slug, version }
  }
  const at = new Date(Date.now() + 3_600_000).toISOString()
  return {
    [`publish${name}`]: {
      action: `${kind}.publish`,
      async prepare() {
        const { slug, version } = await drafted()
        return () => calls.publish(slug, { version })
      },
    },
    [`cancel${name}Publication`]: {
      action: `${kind}.cancel_publication`,
      async prepare() {
        const { slug, version } = await drafted()
        await calls.publish(slug, { version, at })
        return () => calls.cancel(slug)
      },
    },
    [`discard${name}Draft`]: {
      action: `${kind}.discard_draft`,
      async prepare() {
        const { slug, version } = await drafted()
        return () => calls.discard(slug, version)
      },
    },
    [`takeBack${name}Revision`]: {
      action: `${kind}.take_back`,
      async prepare() {
        const { slug, version } = await drafted()
        await calls.publish(slug, { version })
        const { data } = await calls.revisions(slug)
        return () => calls.takeBack(slug, data[0]?.id ?? '')
      },
    },
  }
}

function contentChanges(): Record<string, Change> {
  const flag = { title: 'A step', question: 'Done?', type: 'NOFLAG' as const }
  const change = (
    action: string,
    make: typeof makeLab | typeof makeExam,
    call: (slug: string) => Promise<unknown>,
  ): Change => ({
    action,
    async prepare() {
      const { slug } = await make(app.deps.db, `made-${++made}`, { status: 'draft' })
      return () => call(slug)
    },
  })
  const bundleEdit = () => ({ title: 'A bundle', price: { amount: 100, currency: 'EUR' } })
  const testing = async () => {
    const { id, slug } = await makeLab(app.deps.db, `tried-${++made}`)
    const [row] = await app.deps.db
      .insert(tables.flags)
      .values({ ...flag, lab_id: id, position: 0, type: 'STATIC', secret: 'open' })
      .returning()
    return { slug, id: row?.id ?? '' }
  }
  return {
    saveLab: change('labs.update', makeLab, (slug) => as.saveLab({ slug, labEdit: { version: 1, title: 'Another' } })),
    saveLabFlags: change('labs.update', makeLab, (slug) =>
      as.saveLabFlags({ slug, flagsEdit: { version: 1, flags: [flag] } }),
    ),
    ...publicationChanges('Lab', makeLab),
    ...publicationChanges('Exam', makeExam),
    deleteLab: change('labs.delete', makeLab, (slug) => as.deleteLab({ slug })),
    saveExam: change('exams.update', makeExam, (slug) =>
      as.saveExam({ slug, examEdit: { version: 1, title: 'Another' } }),
    ),
    saveExamFlags: change('exams.update', makeExam, (slug) =>
      as.saveExamFlags({ slug, flagsEdit: { version: 1, flags: [flag] } }),
    ),
    grantEntitlement: {
      action: 'entitlements.grant',
      async prepare() {
        const username = await learner()
        const wanted = { kind: 'course' as const, slug: 'course' }
        const { preview } = await as.grantEntitlement({ username, entitlementGrant: { ...wanted, dry_run: true } })
        const entitlementGrant = { ...wanted, reason: 'A gift', preview }
        return () => as.grantEntitlement({ username, entitlementGrant })
      },
    },
    extendEntitlement: {
      action: 'entitlements.extend',
      async prepare() {
        const { id } = await entitlementOf()
        return () => as.extendEntitlement({ id, entitlementExtension: { ...ledgerChange, days: 3 } })
      },
    },
    suspendEntitlement: {
      action: 'entitlements.suspend',
      async prepare() {
        const { id } = await entitlementOf()
        const { preview } = await as.suspendEntitlement({ id, entitlementChange: { version: 1, dry_run: true } })
        return () => as.suspendEntitlement({ id, entitlementChange: { ...ledgerChange, preview } })
      },
    },
    resumeEntitlement: {
      action: 'entitlements.resume',
      async prepare() {
        const { id } = await entitlementOf({ in: 'suspended' })
        const { preview } = await as.resumeEntitlement({ id, entitlementChange: { version: 1, dry_run: true } })
        return () => as.resumeEntitlement({ id, entitlementChange: { ...ledgerChange, preview } })
      },
    },
    revokeEntitlement: {
      action: 'entitlements.revoke',
      async prepare() {
        const { id } = await entitlementOf()
        const { preview } = await as.revokeEntitlement({ id, entitlementRevocation: { version: 1, dry_run: true } })
        return () => as.revokeEntitlement({ id, entitlementRevocation: { ...ledgerChange, preview } })
      },
    },
    restoreEntitlement: {
      action: 'entitlements.restore',
      async prepare() {
        const { id } = await entitlementOf({ in: 'revoked' })
        const { preview } = await as.restoreEntitlement({ id, entitlementChange: { version: 1, dry_run: true } })
        return () => as.restoreEntitlement({ id, entitlementChange: { ...ledgerChange, preview } })
      },
    },
    moveEntitlement: {
      action: 'entitlements.move',
      async prepare() {
        const { id } = await entitlementOf()
        const to = await learner()
        const { preview } = await as.moveEntitlement({ id, entitlementMove: { version: 1, to, dry_run: true } })
        return () => as.moveEntitlement({ id, entitlementMove: { ...ledgerChange, to, preview } })
      },
    },
    askFactorRemoval: {
      action: 'auth.ask_factor_removal',
      async prepare() {
        const username = await factorOf()
        const factorRemovalPayload = { current_password, reason: 'Lost' }
        return () => as.askFactorRemoval({ username, factorRemovalPayload })
      },
    },
    cancelFactorRemoval: {
      action: 'auth.cancel_factor_removal',
      async prepare() {
        const username = await factorOf({ isWaiting: true })
        return () => as.cancelFactorRemoval({ username })
      },
    },
    extendLabAccess: {
      action: 'labs.extend_access',
      async prepare() {
        const names = await labOf()
        return () => as.extendLabAccess({ ...names, days: 7, labCorrection })
      },
    },
    setLabDownloadLimit: {
      action: 'labs.set_download_limit',
      async prepare() {
        const names = await labOf()
        return () => as.setLabDownloadLimit({ ...names, download_limit: 9, labCorrection })
      },
    },
    resetLabResets: {
      action: 'labs.restore_resets',
      async prepare() {
        const names = await labOf()
        return () => as.resetLabResets({ ...names, labCorrection })
      },
    },
    resetLabForUser: {
      action: 'labs.reset',
      async prepare() {
        const { username, lab_slug } = await labOf({ running: true })
        const lab = (await as.listUserLabs({ username })).find(({ id }) => id === lab_slug)
        const labRebuild = { deployment_id: lab?.deployment_id ?? '', reason: 'Broken' }
        return () => as.resetLabForUser({ slug: lab_slug, id: username, labRebuild })
      },
    },
    endDeployment: {
      action: 'deployments.end',
      async prepare() {
        const id = await deploymentOf()
        return () => as.endDeployment({ id, deploymentEnd: { reason: 'A test' } })
      },
    },
    retryDeployment: {
      action: 'deployments.retry',
      async prepare() {
        const id = await deploymentOf()
        const failed = { state: 'ended', reason: 'failed', ended_at: new Date(), ends_at: null } as const
        await app.deps.db.update(tables.deployments).set(failed).where(eq(tables.deployments.id, id))
        return () => as.retryDeployment({ id, deploymentRetry: { reason: 'A test' } })
      },
    },
    startRegionOutage: {
      action: 'pool.region_down',
      async prepare() {
        await account('gcp')
        const regionOutageInput = { cloud: 'gcp', region: 'r', reason: 'A test', dry_run: false } as const
        return () => as.startRegionOutage({ regionOutageInput })
      },
    },
    endRegionOutage: {
      action: 'pool.region_up',
      async prepare() {
        await account('azure')
        const regionOutageInput = { cloud: 'azure', region: 'r', reason: 'A test', dry_run: false } as const
        const { id } = await as.startRegionOutage({ regionOutageInput })
        return () => as.endRegionOutage({ id: id ?? '' })
      },
    },
    createGroupReservation: {
      action: 'pool.reserve',
      async prepare() {
        const groupReservationInput = await reservable()
        return () => as.createGroupReservation({ groupReservationInput })
      },
    },
    updateGroupReservation: {
      action: 'pool.change_reservation',
      async prepare() {
        const input = await reservable()
        const { id, version } = await as.createGroupReservation({ groupReservationInput: input })
        return () => as.updateGroupReservation({ id, groupReservationEdit: { ...input, name: 'Another', version } })
      },
    },
    cancelGroupReservation: {
      action: 'pool.cancel_reservation',
      async prepare() {
        const { id, version } = await as.createGroupReservation({ groupReservationInput: await reservable() })
        return () => as.cancelGroupReservation({ id, groupReservationCancel: { version, reason: 'A test' } })
      },
    },
    holdDeployment: {
      action: 'cloud_accounts.hold',
      async prepare() {
        const id = await deploymentOf()
        return () => as.holdDeployment({ id, deploymentHold: { reason: 'A test' } })
      },
    },
    extendExam: {
      action: 'exams.extend',
      async prepare() {
        const { username, exam } = await examOf('active')
        return () =>
          as.extendExam({ exam_id: exam, user_id: username, extendExamEdit: { minutes: 10, reason: 'Power cut' } })
      },
    },
    scheduleExamForUser: {
      action: 'exams.schedule',
      async prepare() {
        const { username, exam } = await examOf('purchased')
        const scheduleExamEdit = { date: daysFromNow(9), hour: 9, time_zone: 'UTC', beyond_capacity: true }
        return () => as.scheduleExamForUser({ username, exam_slug: exam, scheduleExamEdit })
      },
    },
    postponeExam: {
      action: 'exams.postpone',
      async prepare() {
        const { username, exam } = await examOf('scheduled')
        const id = await attemptOf(username, exam)
        return () => as.postponeExam({ username, id, attemptCorrection: { version: 1, reason: 'Our fault' } })
      },
    },
    restoreExam: {
      action: 'exams.restore',
      async prepare() {
        const { username, exam } = await examOf('no_show')
        const id = await attemptOf(username, exam)
        return () => as.restoreExam({ username, id, attemptCorrection: { version: 1, reason: 'Our fault' } })
      },
    },
    decideExtraPoints: {
      action: 'exams.decide_extra_points',
      async prepare() {
        const { username, exam } = await examOf('failed')
        const attempt_id = await attemptOf(username, exam)
        const [row] = await app.deps.db
          .insert(tables.extraPoints)
          .values({ attempt_id, url: 'https://github.com/a/b/pull/1' })
          .returning()
        const extraPointsDecision = { id: row!.id, state: 'approved', points: 5, reason: 'Merged' } as const
        return () => as.decideExtraPoints({ username, exam_slug: exam, extraPointsDecision })
      },
    },
    correctExamPoints: {
      action: 'exams.correct_points',
      async prepare() {
        const { username, exam } = await examOf('failed')
        const id = await attemptOf(username, exam)
        const pointsCorrection = { version: 1, points: 5, reason: 'The server hung' }
        return () => as.correctExamPoints({ username, id, pointsCorrection })
      },
    },
    voidExam: {
      action: 'exams.void',
      async prepare() {
        const { username, exam } = await examOf('no_show')
        const id = await attemptOf(username, exam)
        return () => as.voidExam({ username, id, attemptCorrection: { version: 1, reason: 'Refunded' } })
      },
    },
    openConductCase: {
      action: 'exams.open_case',
      async prepare() {
        const { username, exam } = await examOf('failed')
        const id = await attemptOf(username, exam)
        return () => as.openConductCase({ username, id, conductOpening: { version: 1, evidence: 'Seen' } })
      },
    },
    decideConductCase: {
      action: 'exams.dismiss_case',
      async prepare() {
        const { username, exam } = await examOf('failed')
        const attempt_id = await attemptOf(username, exam)
        const [row] = await app.deps.db.insert(tables.conductCases).values({ attempt_id, evidence: 'Seen' }).returning()
        const conductDecision = { version: 1, state: 'dismissed', reason: 'Nothing in it' } as const
        return () => as.decideConductCase({ username, id: row!.id, conductDecision })
      },
    },
    answerExamReport: {
      action: 'exams.answer_report',
      async prepare() {
        const { username, exam } = await examOf('active')
        const id = await attemptOf(username, exam)
        const [row] = await app.deps.db
          .insert(tables.examReports)
          .values({ attempt_id: id, kind: 'flag', text: 'It is refused.' })
          .returning()
        const report = row?.id ?? ''
        return () =>
          as.answerExamReport({ username, id, report, examReportAnswer: { version: 1, answer: 'It works.' } })
      },
    },
    rebuildExam: {
      action: 'exams.rebuild',
      async prepare() {
        const { username, exam } = await examOf('active')
        const id = await attemptOf(username, exam)
        const terms = { seconds: 60, passing_points: 1, resets: 0, extension_ceiling_minutes: 0, module_version: '1' }
        const { db } = app.deps
        const [row] = await db
          .update(tables.examAttempts)
          .set({ terms })
          .where(eq(tables.examAttempts.id, id))
          .returning()
        const failed = {
          user_id: row!.user_id,
          exam_id: row!.exam_id,
          attempt_id: id,
          cloud: 'aws' as const,
          state: 'ended' as const,
          reason: 'failed' as const,
          module_version: '1',
          duration_seconds: 60,
        }
        await db.insert(tables.deployments).values([failed, failed, failed])
        return () => as.rebuildExam({ username, id, attemptRebuild: { version: row!.version, reason: 'Again' } })
      },
    },
    createExamIncident: {
      action: 'incidents.create',
      prepare: async () => () => as.createExamIncident({ incidentInput }),
    },
    updateExamIncident: {
      action: 'incidents.update',
      async prepare() {
        const { id } = await as.createExamIncident({ incidentInput })
        return () => as.updateExamIncident({ id, incidentEdit: { version: 1, title: 'Another' } })
      },
    },
    askForUserRoom: {
      action: 'exams.ask_for_room',
      async prepare() {
        const { username, exam } = await examOf('active')
        const id = await attemptOf(username, exam)
        const roomAsk = { reason: 'Help', confirm_by: 'administrator' as const, current_password }
        return () => as.askForUserRoom({ username, id, roomAsk })
      },
    },
    confirmRoom: {
      action: 'exams.open_room',
      async prepare() {
        const id = await roomOf(await app.idOf(await learner()), {})
        return () => as.confirmRoom({ id })
      },
    },
    enterRoomCode: {
      action: 'exams.open_room',
      async prepare() {
        const id = randomUUID()
        const code_hash = hashRoomCode(app.deps.secrets, id, '12345678')
        await roomOf(await app.idOf('administrator-of-tests'), { id, confirm_by: 'code', code_hash })
        return () => as.enterRoomCode({ id, roomCode: { code: '1234 5678' } })
      },
    },
    admitAddressForUser: {
      action: 'exams.admit_address',
      async prepare() {
        const open = { opened_at: new Date(), open_until: new Date(Date.now() + 60_000) }
        const id = await roomOf(await app.idOf('administrator-of-tests'), open)
        return () => as.admitAddressForUser({ id, admittedAddressEdit: { address: '203.0.113.7' } })
      },
    },
    endRoom: {
      action: 'exams.end_room',
      async prepare() {
        const id = await roomOf(await app.idOf('administrator-of-tests'), {})
        return () => as.endRoom({ id })
      },
    },
    deleteExam: change('exams.delete', makeExam, (slug) => as.deleteExam({ slug })),
    saveBundle: {
      action: 'bundles.create',
      prepare: async () => () => as.saveBundle({ slug: `bundle-${made}`, bundleEdit: bundleEdit() }),
    },
    deleteBundle: {
      action: 'bundles.delete',
      async prepare() {
        const slug = `bundle-${++made}`
        await as.saveBundle({ slug, bundleEdit: bundleEdit() })
        return () => as.deleteBundle({ slug })
      },
    },
    revealFlagSecret: {
      action: 'flags.reveal',
      async prepare() {
        const { id } = await testing()
        return () => as.revealFlagSecret({ id })
      },
    },
    startLabTest: {
      action: 'labs.test',
      async prepare() {
        const { slug } = await testing()
        return () => as.startLabTest({ slug, labTestInput: { values: {} } })
      },
    },
    updateLabCanary: {
      action: 'labs.set_canary',
      async prepare() {
        const { slug } = await testing()
        const { version } = await as.getLabCanary({ slug })
        const labCanaryEdit = { version, enabled: true, every_hours: 12, monthly_runs: 10 }
        return () => as.updateLabCanary({ slug, labCanaryEdit })
      },
    },
    startCanary: {
      action: 'labs.start_canary',
      async prepare() {
        const { slug } = await testing()
        await app.deps.db.update(tables.deployments).set({ state: 'ended' })
        await insertAccount(app.deps.db, app.deps.secrets)
        const answers = [{ flag: 'the-door', words: 'audit-reader' }]
        const canary = { extra_data: {}, answers }
        await app.deps.db.update(tables.labs).set({ canary, status: 'published' }).where(eq(tables.labs.slug, slug))
        return () => as.startCanary({ slug })
      },
    },
    startExamCanary: {
      action: 'exams.start_canary',
      async prepare() {
        const { id, slug } = await makeExam(app.deps.db, `made-${++made}`)
        const canary = { extra_data: {}, answers: [{ flag: 'the-door', words: 'audit-reader' }] }
        const module_stages = [{ name: 'All', resources: [] }]
        await app.deps.db.update(tables.exams).set({ canary, module_stages }).where(eq(tables.exams.id, id))
        return () => as.startExamCanary({ slug })
      },
    },
    endLabTest: {
      action: 'labs.end_test',
      async prepare() {
        const { slug } = await testing()
        await app.deps.db.update(tables.deployments).set({ state: 'ended' })
        await as.startLabTest({ slug, labTestInput: { values: {} } })
        return () => as.endLabTest({ slug })
      },
    },
    submitTestFlag: {
      action: 'labs.test_flag',
      async prepare() {
        const { slug, id } = await testing()
        await app.deps.db.update(tables.deployments).set({ state: 'ended' })
        await as.startLabTest({ slug, labTestInput: { values: {} } })
        await app.deps.db
          .update(tables.deployments)
          .set({ state: 'running' })
          .where(eq(tables.deployments.state, 'queued'))
        return () => as.submitTestFlag({ slug, id, submitFlagPayload: { flag: 'open' } })
      },
    },
  }
}

function cloudChanges(
  name: string,
  cloud: 'aws' | 'azure' | 'gcp',
  calls: (id: string) => Record<'nuke' | 'remove' | 'update', () => Promise<unknown>>,
): Record<string, Change> {
  const change = (verb: 'nuke' | 'remove' | 'update', action: string): Change => ({
    action,
    prepare: async () => calls(await account(cloud))[verb],
  })
  return {
    [`nuke${name}`]: change('nuke', 'cloud_accounts.nuke'),
    [`delete${name}`]: change('remove', 'cloud_accounts.retire'),
    [`update${name}`]: change('update', 'cloud_accounts.update'),
  }
}

/** Calls that change nothing: POSTs whose input does not fit into a URL, and a HEAD. */
const readOnly = ['previewBulk', 'previewRefund', 'getUploadOffset', 'listMissingFiles', 'previewHomePage']
/** Appends bytes to an upload. The audit log only records its start and its end. */
const bytes = ['appendUpload']

const served = () =>
  Object.entries<Operation>(literal)
    .filter(([, row]) => row.auth === 'admin' && row.method !== 'GET')
    .filter(([name]) => ![...readOnly, ...bytes].includes(name))
    .map(([name]) => name)

test('every served row by which an administrator changes something has a case in this file', () => {
  expect(Object.keys(changes).toSorted()).toEqual(served().toSorted())
})

/** Rate limits and stored responses do not count as changes of the product. */
const excluded = new Set(['public.rate_limits', 'public.idempotency_keys'])

const entryIds = async () => (await app.deps.db.select({ id: tables.audit.id }).from(tables.audit)).map(({ id }) => id)
const entriesAfter = (known: string[]) =>
  app.deps.db.select().from(tables.audit).where(notInArray(tables.audit.id, known))

/** Checksums of all tables. Every change of a row changes one of them. */
const everything = async () =>
  ((await app.deps.db.execute(sql`select * from sink.everything() order by name`)) as unknown as { rows: object[] })
    .rows

/**
 * Creates a trigger that refuses audit entries while `sink.broken` is set, and a function that returns checksums of all
 * tables. Both are created once: otherwise Postgres would plan 150 tables again for each change.
 */
async function prepareSink() {
  const { db } = app.deps
  const rows = async <T>(query: SQL) => ((await db.execute(query)) as unknown as { rows: T[] }).rows
  const tableNames = await rows<{ name: string }>(sql`select schemaname || '.' || tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'drizzle', 'pgboss')`)
  const sums = tableNames
    .map(({ name }) => name)
    .filter((name) => !excluded.has(name))
    .map((name) => `select '${name}'::text, count(*), sum(hashtextextended(t::text, 0)) from ${name} t`)
  await db.execute(sql`create schema sink`)
  await db.execute(sql`create table sink.broken as select false as is_broken`)
  await db.execute(sql`create function sink.refuse_entry() returns trigger language plpgsql as
    $$ begin if (select is_broken from sink.broken) then raise exception 'the sink is broken'; end if; return new; end $$`)
  await db.execute(sql`create trigger broken before insert on audit execute function sink.refuse_entry()`)
  await db.execute(
    sql.raw(`create function sink.everything() returns table (name text, rows bigint, sum numeric) language plpgsql as
    $$ begin return query ${sums.join(' union all ')}; end $$`),
  )
}
const setBroken = (isBroken: boolean) => app.deps.db.execute(sql`update sink.broken set is_broken = ${isBroken}`)

describe('an administrator’s change and its audit entry are one transaction', () => {
  beforeAll(prepareSink)
  beforeEach(async () => {
    await app.deps.db.execute(sql`update settings set value = '"optional"' where key = 'admin_second_factor'`)
    await app.deps.db.delete(factors)
  })

  test.each(Object.entries(changes))(
    '%s writes its entry, and changes nothing if the entry fails',
    async (_, { action, prepare }) => {
      const call = await prepare()
      const before = await everything()
      await setBroken(true)
      try {
        await expect(call()).rejects.toMatchObject({ code: 'unexpected' })
        expect(await everything()).toEqual(before)
      } finally {
        await setBroken(false)
      }
      const known = await entryIds()
      await call()
      expect(await entriesAfter(known)).toContainEqual(
        expect.objectContaining({ action, actor: 'administrator-of-tests', address: '127.0.0.1' }),
      )
    },
  )

  test('no e-mail of these changes names Flagyard instead of the owner’s brand', async () => {
    const mails = await app.deps.db.select().from(outbox)
    expect(new Set(mails.map(({ kind }) => kind)).size).toBeGreaterThan(20)
    const naming = mails.filter((mail) => JSON.stringify(mail).includes('Flagyard'))
    expect(naming.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([])
  })
})
