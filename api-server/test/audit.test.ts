import { randomUUID } from 'node:crypto'
import { operations as literal } from '@flagyard/api-types'
import type { Operation } from '@flagyard/api-types/contract/operation'
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '../src/db/schema/index.ts'
import { certificates, cloudAccounts, factors, outbox } from '../src/db/schema/index.ts'
import { hashPassword } from '../src/features/auth/passwords/hash.ts'
import { findAccount } from '../src/features/auth/queries.ts'
import { startSession } from '../src/features/auth/sign-in/sign-in.ts'
import { grant } from '../src/features/entitlements/service.ts'
import { type Api, startTestApp, type TestApp } from './app.ts'
import { makeCourse, makeExam, makeLab } from './catalogue.ts'
import { courseChanges } from './course-changes.ts'
import { createManualQueue, type ManualQueue } from './manual-queue.ts'
import { zipOf } from './zip.ts'

let app: TestApp
let as: Api
let queue: ManualQueue
beforeAll(async () => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ deps: { queue } })
  as = app.asAdmin
  await as.getMe()
  const admin = await app.idOf('administrator-of-tests')
  const password_hash = await hashPassword(current_password)
  await app.deps.db.update(tables.users).set({ password_hash }).where(eq(tables.users.id, admin))
  await makeCourse(app.deps.db, 'course')
  await makeLab(app.deps.db, 'lab')
  await makeExam(app.deps.db, 'exam')
})
afterAll(() => app.close())

const current_password = 'the present long one'

interface Change {
  /** What the entry says was done. */
  action: string
  /** Makes what is changed, and gives the call. */
  prepare: () => Promise<() => Promise<unknown>>
}

/** Of a picture of ten bytes, called a.png. */
const tusHeaders = {
  'tus-resumable': '1.0.0',
  'upload-length': '10',
  'upload-metadata': 'kind cGljdHVyZQ==,filename YS5wbmc=',
}

/** One without any content. */
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
/** A learner who has an attempt at an exam of their own. */
async function examOf(state: 'purchased' | 'scheduled' | 'active' | 'no_show') {
  const { db } = app.deps
  const username = await learner()
  const { id, slug } = await makeExam(db, `exam-of-${username}`, { bookable: true })
  const user_id = await app.idOf(username)
  await db.transaction((tx) => grant(tx, { userId: user_id, exam: id, source: 'voucher' }))
  const terms = { seconds: 60, passing_points: 1, resets: 0, extension_ceiling_minutes: 60, module_version: '1.0.0' }
  const scheduled_at = state === 'purchased' ? null : new Date()
  await db
    .insert(tables.examAttempts)
    .values({ exam_id: id, user_id, state, terms, scheduled_at, time_zone: scheduled_at && 'UTC' })
  return { username, exam: slug }
}
const attemptOf = async (username: string, exam: string) =>
  (await as.listUserExams({ username })).data.find((one) => one.exam === exam)!.id
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const vouchersOf = (target: string) => ({ target, count: 1, uses: 1, expires_at: null, note: '' })
const banner = () => as.createBanner({ bannerInput: { content: 'Hello' } })
const deletionOf = (username: string) => ({
  username,
  userDeletion: { confirm: username, reason: 'Asked for', current_password },
})
const disabling = (ids: string[]) => ({ bulkAsk: { action: 'users.disable' as const, ids, reason: 'A test' } })
const certificate = async () => {
  const id = `certificate-${++made}`
  const user_id = await app.idOf(await learner())
  await app.deps.db.insert(certificates).values({ id, user_id, type: 'required', name: 'N', title: 'T' })
  return id
}
const account = async (cloud: 'aws' | 'azure' | 'gcp') => {
  const account_id = { aws: `${100_000_000_000 + ++made}`, azure: randomUUID(), gcp: `project-${++made}` }[cloud]
  const name = `pool ${made}`
  await app.deps.db
    .insert(cloudAccounts)
    .values({ cloud, account_id, name, region: 'r', status: 'Available', credentials_sealed: 'none' })
  return account_id
}

/** One call for each row by which an administrator changes something. A row that is served and missing here fails below. */
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
      const user = (await findAccount(app.deps.db, await app.idOf(username)))!
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
  updateCertificate: {
    action: 'certificates.update',
    async prepare() {
      const id = await certificate()
      return () => as.updateCertificate({ certificateEdit: { id, version: 1, name: 'Another' } })
    },
  },
  deleteCertificate: {
    action: 'certificates.withdraw',
    async prepare() {
      const id = await certificate()
      return () => as.deleteCertificate({ id })
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
  // The last one, since it wants a catalogue without anything.
  importSample: {
    action: 'courses.create',
    async prepare() {
      await app.deps.db.execute(sql`truncate courses, labs, exams cascade`)
      return () => as.importSample({ sampleImport: { dry_run: false } })
    },
  },
}

/** What is published changes by a draft. */
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
  /** A published one with a draft. */
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
      as.saveExamFlags({ slug, examFlagsEdit: { version: 1, flags: [flag] } }),
    ),
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

/** A POST for the size of what it asks, and a HEAD: they look and change nothing. */
const looks = ['previewBulk', 'getUploadOffset', 'listMissingFiles']
/** The bytes of an upload, whose beginning and end have entries of their own. */
const bytes = ['appendUpload']

const served = () =>
  Object.entries<Operation>(literal)
    .filter(([name, row]) => row.auth === 'admin' && row.method !== 'GET' && !app.app.unserved.includes(name))
    .filter(([name]) => ![...looks, ...bytes].includes(name))
    .map(([name]) => name)

test('every served row by which an administrator changes something is tried here', () => {
  expect(Object.keys(changes).toSorted()).toEqual(served().toSorted())
})

/** Counts of tries and remembered answers are no change of the product. */
const aside = new Set(['public.rate_limits', 'public.idempotency_keys'])

const entries = () => app.deps.db.select().from(tables.audit)

/** Everything the database holds. */
async function everything() {
  const rows = async <T>(query: SQL) => ((await app.deps.db.execute(query)) as unknown as { rows: T[] }).rows
  const names = await rows<{ name: string }>(sql`select schemaname || '.' || tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'drizzle', 'pgboss')`)
  const found: Record<string, string> = {}
  for (const { name } of names.filter((one) => !aside.has(one.name)))
    for (const row of await rows<{ all: string }>(
      sql`select coalesce(json_agg(t order by t::text), '[]')::text as all from ${sql.raw(name)} t`,
    ))
      found[name] = row.all
  return found
}

describe('an administrator’s change and its audit entry are one', () => {
  beforeEach(async () => {
    await app.deps.db.execute(sql`update settings set value = '"optional"' where key = 'admin_second_factor'`)
    await app.deps.db.delete(factors)
  })

  test.each(Object.entries(changes))(
    '%s writes its entry, and without it changes nothing',
    async (_, { action, prepare }) => {
      const call = await prepare()
      const before = await everything()
      await app.deps.db.execute(sql`create or replace function refuse_entry() returns trigger language plpgsql as
      $$ begin raise exception 'the sink is broken'; end $$`)
      await app.deps.db.execute(sql`create trigger broken before insert on audit execute function refuse_entry()`)
      try {
        await expect(call()).rejects.toMatchObject({ code: 'unexpected' })
        expect(await everything()).toEqual(before)
      } finally {
        await app.deps.db.execute(sql`drop trigger broken on audit`)
      }
      const known = new Set((await entries()).map(({ id }) => id))
      await call()
      expect((await entries()).filter(({ id }) => !known.has(id))).toContainEqual(
        expect.objectContaining({ action, actor: 'administrator-of-tests', address: '127.0.0.1' }),
      )
    },
  )
})
