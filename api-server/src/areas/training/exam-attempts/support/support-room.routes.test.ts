import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExamBench, hourFromNow, openExamBench } from '../../../../../test/fixtures/exam-fixture.ts'
import { cheapHash } from '../../../../../test/hashes.ts'
import {
  audit,
  deployments,
  examSupport,
  outbox,
  simulatedFaults,
  simulatedResources,
  users,
} from '../../../../db/schema/index.ts'

let bench: ExamBench
beforeAll(async () => {
  bench = await openExamBench()
  await bench.addAccounts(40)
})
afterAll(() => bench.close())

type Exam = Awaited<ReturnType<ExamBench['exam']>>
const staff = { roles: ['user', 'admin'] as ('user' | 'admin')[], capabilities: ['support'] }
const current_password = 'a long enough password'
/** Every request checks the password. The hash of production would take most of the time of these tests. */
const password_hash = cheapHash(current_password)

/** Creates an administrator of support with this password. */
async function admin(name: string, capabilities = ['support']) {
  const client = bench.as(name, { ...staff, capabilities })
  await client.getMe()
  await bench.deps.db.update(users).set({ password_hash }).where(eq(users.username, name))
  return client
}

async function tend() {
  const { queue } = bench
  for (;;) {
    await queue.run('exam-room.tend')
    queue.waiting.splice(
      0,
      queue.waiting.length,
      ...queue.waiting.filter(({ name }) => name.startsWith('deployments.') || name === 'exam-room.admit'),
    )
    if (queue.waiting.length === 0) return
    await queue.work()
  }
}

/** Books an exam and lets it start, or only be prepared. */
async function sit(name: string, exam: Exam, { starts = true } = {}) {
  await bench.as(name).getMe()
  await bench.give(name, exam)
  await bench.as(name).scheduleExam({ exam: exam.slug, scheduleExamPayload: hourFromNow(48) })
  const minutes = ((await bench.attempt(name, exam)).scheduled_at!.getTime() - Date.now()) / 60_000
  await bench.pass(name, exam, minutes - 40)
  await tend()
  if (!starts) return
  await bench.pass(name, exam, 40)
  await bench.as(name).checkInExam({ exam: exam.slug })
}

async function ask(client: Awaited<ReturnType<typeof admin>>, name: string, exam: Exam, changes: object = {}) {
  const { id } = await bench.attempt(name, exam)
  const roomAsk = { reason: 'She cannot reach it', confirm_by: 'administrator' as const, current_password, ...changes }
  return client.askForUserRoom({ username: name, id, roomAsk })
}

async function mailedCode(name: string): Promise<string> {
  const mails = await bench.deps.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.user_id, await bench.idOf(name)), eq(outbox.kind, 'exam_room_code')))
    .orderBy(sql`created_at desc`)
  return /(\d{4} \d{4})/.exec(mails[0]?.text ?? '')?.[1] ?? 'none'
}

/** Usernames that got a mail about a colleague's request to look into a room. */
async function toldOfRooms(): Promise<string[]> {
  const rows = await bench.deps.db
    .select({ username: users.username })
    .from(outbox)
    .innerJoin(users, eq(users.id, outbox.user_id))
    .where(eq(outbox.kind, 'exam_room_asked'))
    .orderBy(users.username)
  return rows.map(({ username }) => username)
}

const actionsAbout = async (name: string) =>
  (
    await bench.deps.db
      .select({ action: audit.action, actor: audit.actor })
      .from(audit)
      .where(and(eq(audit.subject_id, name), like(audit.action, 'exams.%')))
      .orderBy(audit.at)
  ).map(({ action, actor }) => `${actor} ${action.slice(6)}`)

test('opens once another administrator confirms, hides access to the environment, and shows the candidate who has access', async () => {
  const exam = await bench.exam('looked-into')
  await sit('mara', exam)
  const [ada, berta] = [await admin('ada'), await admin('berta')]
  await admin('carl', ['content'])
  await expect(ask(ada, 'mara', exam, { current_password: 'wrong' })).rejects.toMatchObject({
    errors: [{ field: 'current_password' }],
  })
  const asked = await ask(ada, 'mara', exam)
  // Everyone who could confirm the request gets a mail, and the dashboard shows it while it is pending.
  const toConfirm = async () =>
    (await ada.getDashboard()).attention.find(({ to }) => decodeURIComponent(to).includes('"exam_room"'))?.count ?? 0
  expect(await toldOfRooms()).toEqual(['berta'])
  expect(await toConfirm()).toBe(1)
  expect((await bench.asAdmin.getUser({ username: 'mara' })).issues).toMatchObject({ exam_room: 1 })
  expect(asked).toMatchObject({ state: 'waiting', asked_by: 'ada', allowed: ['end'] })
  const { id } = asked
  await expect(ada.getUserRoom({ id })).rejects.toMatchObject({ status: 409 })
  await expect(ada.confirmRoom({ id })).rejects.toMatchObject({ status: 403 })
  expect((await bench.as('mara').getMyExam({ exam: 'looked-into' })).support).toBeNull()
  const seen = await berta.listUserRooms({ username: 'mara', id: asked.attempt_id })
  expect(seen).toMatchObject([{ id, allowed: ['confirm', 'end'] }])
  expect(await berta.confirmRoom({ id })).toMatchObject({ state: 'open', confirmed_by: 'berta' })
  expect(await toConfirm()).toBe(0)
  await expect(berta.confirmRoom({ id })).rejects.toMatchObject({ status: 409 })

  const { room, username } = await ada.getUserRoom({ id })
  expect(username).toBe('mara')
  expect(room.attempts[0]).toMatchObject({ state: 'active', seconds_left: expect.any(Number) })
  expect(room.environment).toMatchObject({ state: 'running', credentials: [], outputs: {}, console_url: null })
  expect((await bench.as('mara').getMyExam({ exam: 'looked-into' })).environment?.credentials).not.toEqual([])
  // The confirmation allows only the requester to look, and only into this room.
  await expect(berta.getUserRoom({ id })).rejects.toMatchObject({ status: 404 })
  expect((await bench.as('mara').getMyExam({ exam: 'looked-into' })).support).toMatchObject({
    by: 'ada',
    reason: 'She cannot reach it',
    since: expect.any(String),
  })
  expect((await bench.mails('mara')).map(({ kind }) => kind)).toContain('exam_room_opened')
  await ada.endRoom({ id })
  await expect(ada.getUserRoom({ id })).rejects.toMatchObject({ status: 409 })
  expect((await bench.as('mara').getMyExam({ exam: 'looked-into' })).support).toBeNull()
  expect(await actionsAbout('mara')).toEqual(['ada ask_for_room', 'berta open_room', 'ada end_room'])
})

test('opens with the candidate’s code for the requester only, and five wrong codes end the request', async () => {
  const exam = await bench.exam('coded')
  await sit('nora', exam)
  const [ada, berta] = [await admin('alma'), await admin('berta')]
  const { id } = await ask(ada, 'nora', exam, { confirm_by: 'code' })
  const first = await mailedCode('nora')
  const enter = (client: typeof ada, room: string, code: string) =>
    client.enterRoomCode({ id: room, roomCode: { code } })
  // The code works only for the colleague who asked, only for this request, and a confirmation by another administrator does not replace it.
  await expect(enter(berta, id, first)).rejects.toMatchObject({ status: 404 })
  await expect(berta.confirmRoom({ id })).rejects.toMatchObject({ status: 409 })
  const { id: second } = await ask(ada, 'nora', exam, { confirm_by: 'code' })
  await expect(enter(ada, second, first)).rejects.toMatchObject({ errors: [{ field: 'code' }] })
  expect(await enter(ada, id, first)).toMatchObject({ state: 'open', confirmed_by: null })
  expect((await ada.getUserRoom({ id })).username).toBe('nora')

  const right = await mailedCode('nora')
  for (let tries = 2; tries <= 5; tries++)
    await expect(enter(ada, second, '00000000')).rejects.toMatchObject({ status: 422 })
  await expect(enter(ada, second, right)).rejects.toMatchObject({ status: 409 })
  expect((await actionsAbout('nora')).filter((one) => one.endsWith('refuse_room_code'))).toHaveLength(5)
  const [row] = await bench.deps.db.select().from(examSupport).where(eq(examSupport.id, second))
  expect(JSON.stringify(row)).not.toContain(right.replace(' ', ''))
})

test('closes with its time, an unconfirmed request or the exam, and never reopens', async () => {
  const exam = await bench.exam('ending')
  await sit('olga', exam, { starts: false })
  const [ada, berta] = [await admin('cleo'), await admin('berta')]
  const { db } = bench.deps
  const late = await ask(ada, 'olga', exam)
  const waiting = async () => (await bench.asAdmin.getUser({ username: 'olga' })).issues.exam_room
  expect(await waiting()).toBe(1)
  await db.update(examSupport).set({ confirm_until: sql`now()` }).where(eq(examSupport.id, late.id))
  expect(await waiting()).toBe(0)
  await expect(berta.confirmRoom({ id: late.id })).rejects.toMatchObject({ status: 409 })

  const { id } = await ask(ada, 'olga', exam)
  await berta.confirmRoom({ id })
  expect((await ada.getUserRoom({ id })).room.attempts[0]).toMatchObject({ state: 'preparing' })
  await db.update(examSupport).set({ open_until: sql`now()` }).where(eq(examSupport.id, id))
  await expect(ada.getUserRoom({ id })).rejects.toMatchObject({ status: 409 })

  const open = await ask(ada, 'olga', exam)
  await berta.confirmRoom({ id: open.id })
  const unconfirmed = await ask(ada, 'olga', exam)
  const { version, id: attempt } = await bench.asAdmin.getUserAttempt({ username: 'olga', id: open.attempt_id })
  await bench.asAdmin.postponeExam({ username: 'olga', id: attempt, attemptCorrection: { version, reason: 'Outage' } })
  await expect(ada.getUserRoom({ id: open.id })).rejects.toMatchObject({ status: 409 })
  // When the attempt is restored, earlier openings and requests stay closed.
  await bench.deps.db.execute(sql`update exam_attempts set state = 'active' where id = ${attempt}`)
  await expect(ada.getUserRoom({ id: open.id })).rejects.toMatchObject({ status: 409 })
  await expect(berta.confirmRoom({ id: unconfirmed.id })).rejects.toMatchObject({ status: 409 })
  await bench.deps.db.execute(sql`update exam_attempts set state = 'purchased' where id = ${attempt}`)
  await expect(ask(ada, 'olga', exam)).rejects.toMatchObject({ status: 409 })
  const outsider = await admin('outsider', ['content'])
  await expect(outsider.confirmRoom({ id: open.id })).rejects.toMatchObject({ status: 403 })
})

test('rejects attempts of other learners, and impersonation gives no access to a running exam', async () => {
  const exam = await bench.exam('apart')
  await sit('pia', exam)
  await sit('quinn', exam)
  const ada = await admin('dina')
  const { id } = await bench.attempt('quinn', exam)
  const roomAsk = { reason: 'Wrong path', confirm_by: 'administrator' as const, current_password }
  await expect(ada.askForUserRoom({ username: 'pia', id, roomAsk })).rejects.toMatchObject({ status: 404 })
  const ticket = await ada.startImpersonation({ username: 'pia', impersonationPayload: { reason: 'A look' } })
  const { access_token } = await bench.asVisitor.redeemImpersonation({ impersonationCode: { code: ticket.code } })
  const get = (url: string) =>
    bench.app.inject({ url: `/api/v1${url}`, headers: { authorization: `Bearer ${access_token}` } })
  expect((await get('/exams/apart/flags/me')).json()).toMatchObject({ code: 'read_only_session' })
  expect((await get('/exams/apart/me')).json()).toMatchObject({ environment: null })
})

const withAddress = {
  address_variable: 'admitted_range',
  module_stages: [
    {
      name: 'Opening the door',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable in the syntax of the module.
      resources: [{ type: 'aws_security_group', name: 'door', attributes: { ingress: '${var.admitted_range}' } }],
    },
  ],
}
async function doorOf(name: string, exam: Exam) {
  const { id } = await bench.attempt(name, exam)
  const rows = await bench.deps.db
    .select({ attributes: simulatedResources.attributes })
    .from(simulatedResources)
    .innerJoin(deployments, sql`${deployments.id}::text = ${simulatedResources.deployment_id}::text`)
    .where(eq(deployments.attempt_id, id))
    .orderBy(sql`${deployments.queued_at} desc`)
  return rows[0]?.attributes.ingress
}

test('the candidate and support change the admitted address without a reset, recorded in the ledger without time', async () => {
  const exam = await bench.exam('admitting', withAddress)
  await sit('rosa', exam)
  const rosa = bench.as('rosa')
  expect(await doorOf('rosa', exam)).toBe('255.255.255.255/32')
  const admit = (address: string) => rosa.admitMyAddress({ exam: 'admitting', admittedAddressEdit: { address } })
  await expect(admit('10.0.0.0/8')).rejects.toMatchObject({ errors: [{ field: 'address' }] })
  const before = await bench.attempt('rosa', exam)
  const asked = await admit('203.0.113.7')
  expect(asked.admitted).toMatchObject({ range: null, wanted: '203.0.113.7/32', mine: '127.0.0.1' })
  await tend()
  expect(await doorOf('rosa', exam)).toBe('203.0.113.7/32')
  const after = await bench.attempt('rosa', exam)
  expect(after).toMatchObject({ active_until: before.active_until, clock_stopped_at: null, resets_used: 0 })
  expect((await bench.ledger('rosa', exam)).at(-1)).toMatchObject({
    kind: 'address',
    seconds: 0,
    reason: 'Your environment admits 203.0.113.7/32',
    actor_id: null,
  })

  const [ada, berta] = [await admin('edda'), await admin('berta')]
  const { id } = await ask(ada, 'rosa', exam)
  const byAda = () => ada.admitAddressForUser({ id, admittedAddressEdit: { address: '198.51.100.9' } })
  await expect(byAda()).rejects.toMatchObject({ status: 409 })
  await berta.confirmRoom({ id })
  expect((await byAda()).room.admitted).toMatchObject({ wanted: '198.51.100.9/32', mine: null })
  await tend()
  expect(await doorOf('rosa', exam)).toBe('198.51.100.9/32')
  expect((await bench.ledger('rosa', exam)).at(-1)).toMatchObject({
    reason: 'Your environment admits 198.51.100.9/32 instead of 203.0.113.7/32',
    actor_id: await bench.idOf('edda'),
  })
  expect((await actionsAbout('rosa')).at(-1)).toBe('edda admit_address')

  // A new environment admits the address from its start, and so does one that was being built.
  await admit('192.0.2.1')
  await rosa.resetExam({ slug: 'admitting' })
  await tend()
  expect(await doorOf('rosa', exam)).toBe('192.0.2.1/32')
  expect((await rosa.getMyExam({ exam: 'admitting' })).admitted).toMatchObject({ range: '192.0.2.1/32', wanted: null })
})

test('an address that the provider cannot change stays, and the candidate gets a message', async () => {
  const exam = await bench.exam('stubborn', withAddress)
  await sit('sven', exam)
  const admit = (address: string) =>
    bench.as('sven').admitMyAddress({ exam: 'stubborn', admittedAddressEdit: { address } })
  await admit('203.0.113.7')
  await tend()
  await bench.deps.db.insert(simulatedFaults).values({ step: 'update', effect: 'refuse', message: 'No.', times: 1 })
  await admit('203.0.113.8')
  await tend()
  expect((await bench.as('sven').getMyExam({ exam: 'stubborn' })).admitted).toMatchObject({
    range: '203.0.113.7/32',
    wanted: null,
    problem: expect.stringMatching(/^The provider cannot admit 203\.0\.113\.8\/32 while your environment runs/),
  })
  expect(await doorOf('sven', exam)).toBe('203.0.113.7/32')
  expect((await bench.ledger('sven', exam)).filter(({ kind }) => kind === 'address')).toHaveLength(1)
  await bench.as('sven').handInExam({ exam: 'stubborn' })
  await expect(admit('203.0.113.9')).rejects.toMatchObject({ status: 409 })

  const open = await bench.exam('open-door')
  await sit('tara', open)
  const tara = bench.as('tara')
  expect((await tara.getMyExam({ exam: 'open-door' })).admitted).toBeNull()
  await expect(
    tara.admitMyAddress({ exam: 'open-door', admittedAddressEdit: { address: '203.0.113.9' } }),
  ).rejects.toMatchObject({ status: 409, message: expect.stringMatching(/reached from anywhere/) })
})
