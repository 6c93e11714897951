import { randomUUID } from 'node:crypto'
import { operations } from '@flagyard/api-types'
import type { BulkActionName } from '@flagyard/api-types/bulk/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { courses, entitlements, examAttempts, vouchers } from '../../src/db/schema/index.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { makeCourse, makeExam, makeLab } from '../catalogue.ts'

let app: TestApp
const me = 'support-alone'
/** Path parameters of the calls. Everything belongs to the administrator who calls. */
const place: Record<string, string> = { username: me, slug: 'aws', exam_slug: 'aws-exam', lab_slug: 'lab', case_id: '' }
beforeAll(async () => {
  app = await startTestApp()
  const { db } = app.deps
  // The first call creates the account with these capabilities.
  await app.as(me, { roles: ['user', 'admin'], capabilities: ['support', 'finance', 'content', 'cloud'] }).getMe()
  const user_id = await app.idOf(me)
  const course = await makeCourse(db, 'aws')
  const exam = await makeExam(db, 'aws-exam')
  await makeLab(db, 'lab')
  const granted = { user_id, kind: 'course' as const, course_id: course.id, source: 'administrator' as const }
  const [entitlement] = await db.insert(entitlements).values(granted).returning()
  const [attempt] = await db.insert(examAttempts).values({ exam_id: exam.id, user_id, state: 'failed' }).returning()
  Object.assign(place, { user_id, entitlement: entitlement!.id, attempt: attempt!.id, exam_id: 'aws-exam' })
})
afterAll(() => app.close())

const reason = 'For myself'
const correction = { version: 1, reason }
const access = { kind: 'course', slug: 'aws' }
/** Calls that give a learner access, time or points. Each is tried by an administrator for their own account. */
const giving: Record<string, { path?: Record<string, string>; query?: string; body: object }> = {
  grantEntitlement: { body: { ...access, reason } },
  extendEntitlement: { path: { id: 'entitlement' }, body: { ...correction, days: 5 } },
  resumeEntitlement: { path: { id: 'entitlement' }, body: correction },
  restoreEntitlement: { path: { id: 'entitlement' }, body: correction },
  moveEntitlement: { path: { id: 'entitlement' }, body: { ...correction, to: me } },
  changeBetaTesters: { body: { add: [me] } },
  restoreCourseUser: { path: { id: 'user_id' }, body: {} },
  extendLabAccess: { query: '?days=5', body: correction },
  setLabDownloadLimit: { query: '?download_limit=9', body: correction },
  resetLabResets: { body: correction },
  resetLabForUser: { path: { slug: 'lab_slug', id: 'user_id' }, body: { deployment_id: randomUUID(), reason } },
  decideExtraPoints: { body: { id: randomUUID(), points: 5, state: 'approved', reason } },
  extendExam: { body: { minutes: 5, reason } },
  scheduleExamForUser: { body: { date: '2030-01-07', hour: 10, time_zone: 'UTC' } },
  postponeExam: { path: { id: 'attempt' }, body: correction },
  restoreExam: { path: { id: 'attempt' }, body: correction },
  rebuildExam: { path: { id: 'attempt' }, body: correction },
  correctExamPoints: { path: { id: 'attempt' }, body: { ...correction, points: 5 } },
  updateUser: { body: { username: me, version: 1, accommodation: 25, accommodation_reason: reason } },
}

/** Calls of support and finance that give a learner nothing, or that have their own rule. */
const givesNothing = new Set(
  `startImpersonation askFactorRemoval cancelFactorRemoval endUserSession endUserSessions deleteCertificate updateCertificate
  archiveCertificates reissueBadge decideCertificateCorrection removeCourseUser endDeployment retryDeployment suspendEntitlement
  revokeEntitlement voidExam openConductCase decideConductCase answerExamReport decideFlagAlert freezeUser unfreezeUser
  createExamIncident updateExamIncident askForUserRoom confirmRoom enterRoomCode admitAddressForUser endRoom takeAlarm
  giveBackAlarm muteAlarm unmuteAlarm previewBulk startBulk cancelBulkJob undoBulkJob deleteUser undoUserDeletion sendPasswordReset resendActivationForUser resendUserMail`.split(
    /\s+/,
  ),
)

test('every support call is listed as giving something or nothing', () => {
  const rows = Object.entries(operations) as [string, { capabilities?: readonly string[]; method: string }][]
  const ofSupport = rows.filter(([, row]) => row.method !== 'GET' && row.capabilities?.includes('support'))
  const unknown = ofSupport.map(([name]) => name).filter((name) => !(name in giving) && !givesNothing.has(name))
  expect(unknown).toEqual([])
})

test.each(Object.entries(giving))(
  '%s is rejected for the administrator’s own account',
  async (name, { path = {}, query = '', body }) => {
    const row = operations[name as keyof typeof operations]
    const url = row.path.replace(/\{(\w+)\}/g, (_, key: string) => place[path[key] ?? key] ?? key)
    const headers = { authorization: `Bearer ${await app.tokenOf(me)}`, 'sec-fetch-site': 'same-origin' }
    const answer = await app.app.inject({ method: row.method, url: `/api/v1${url}${query}`, headers, payload: body })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_yourself'])
  },
)

test('an e-mail address identifies an activated account wherever a username does', async () => {
  await app.as('addressed').getMe()
  const owner = app.asAdmin
  const grant = { kind: 'lab' as const, slug: 'lab', reason: 'A gift', dry_run: true }
  const ask = (username: string) => owner.grantEntitlement({ username, entitlementGrant: grant })
  expect(await ask('Addressed@Learners.example')).toMatchObject({ preview: (await ask('addressed')).preview })
  const betaEdit = { add: ['addressed@learners.example'] }
  expect(await owner.changeBetaTesters({ slug: 'aws', betaEdit })).toMatchObject({ added: betaEdit.add, unknown: [] })
  const [granted] = (await owner.listEntitlements({ filter: JSON.stringify({ username: me }) })).data
  const to = { version: granted!.version, dry_run: true, to: 'addressed@learners.example' }
  await expect(owner.moveEntitlement({ id: granted!.id, entitlementMove: to })).rejects.toMatchObject({
    message: expect.stringContaining('addressed already has'),
  })
  await app
    .as('not-activated', { activated: false })
    .getMe()
    .catch(() => null)
  await expect(ask('not-activated@learners.example')).rejects.toMatchObject({ status: 404 })
})

test('the explanation of access lists unpaid orders and unused vouchers', async () => {
  const buyer = app.as('unpaid')
  const ask = { slug: 'aws', quantity: 1 }
  const { order_id } = await buyer.purchaseCourse({ purchaseCoursePayload: ask })
  const [course] = await app.deps.db.select().from(courses)
  const voucher = { kind: 'course' as const, course_id: course!.id }
  const made = await app.deps.db
    .insert(vouchers)
    .values([
      { ...voucher, code: 'SENT', recipient: 'Unpaid@learners.example' },
      { ...voucher, code: 'BOUGHT', owner_id: await app.idOf('unpaid') },
      { ...voucher, code: 'PASSED-ON', owner_id: await app.idOf('unpaid'), recipient: 'else@learners.example' },
    ])
    .returning()
  const answer = await app.asAdmin.explainAccess({ username: 'unpaid', kind: 'course', slug: 'aws' })
  expect(answer).toMatchObject({ granted: false, rule: 'not_entitled' })
  expect(answer.pending.map(({ id }) => id)).toEqual(expect.arrayContaining([order_id, made[0]!.id, made[1]!.id]))
  expect(answer.pending).toHaveLength(3)
})

test('a bulk action is rejected for the administrator’s own account and applied to the others', async () => {
  await app.as('other').getMe()
  const as = app.as(me)
  const ids = [me, 'other']
  const access = { kind: 'lab' as const, slug: 'lab' }
  const shown = await as.previewBulk({ bulkPreviewAsk: { action: 'users.grant', ids, access } })
  expect(shown).toMatchObject({
    changes: 1,
    refused: 1,
    reasons: [{ message: expect.stringContaining('own account') }],
  })
})

const ofEntitlement = ['entitlements.extend', 'entitlements.resume', 'entitlements.restore'] as const
const ofIncident = ['stop', 'resume', 'extend', 'postpone', 'rebuild'].map(
  (name) => `incidents.${name}` as BulkActionName,
)
test.each([...ofEntitlement, ...ofIncident])(
  '%s in bulk is rejected for the administrator’s own account',
  async (action) => {
    const as = app.as(me)
    const from_at = new Date().toISOString()
    const incidentInput = { title: 'Outage', cloud: null, region: null, exam: null, from_at, until_at: null }
    const { id } = await as.createExamIncident({ incidentInput })
    const about = action.startsWith('incidents.')
      ? { ids: [place.attempt ?? ''], incident: { id, minutes: 5 } }
      : { ids: [place.entitlement ?? ''], access: { days: 5 } }
    expect(await as.previewBulk({ bulkPreviewAsk: { action, ...about } })).toMatchObject({
      changes: 0,
      reasons: [{ message: expect.stringContaining('own account') }],
    })
  },
)
