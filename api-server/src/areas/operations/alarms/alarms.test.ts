import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeLab } from '../../../../test/catalogue.ts'
import { createManualQueue, type ManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import {
  alarmDeliveries,
  alarmRoster,
  alarms,
  audit,
  cloudAccounts,
  deployments,
  entitlements,
  groupReservations,
  nukeReceipts,
  orders,
  outbox,
  paymentEvents,
  regionOutages,
  users,
  vouchers,
} from '../../../db/schema/index.ts'
import type { Webhook } from '../../../integrations/webhooks/webhook.ts'
import { assignFreeAccounts } from '../../clouds/deployments/queue/allocation.ts'

let app: TestApp
let queue: ManualQueue
const taken: string[] = []
const alarmWebhook: Webhook = {
  host: 'pager.example',
  async send({ body }) {
    taken.push(body)
  },
}
const admin = { roles: ['user' as const, 'admin' as const] }
const cloudDuty = { ...admin, capabilities: ['cloud'] }

beforeAll(async () => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ deps: { queue, alarmWebhook } })
  await app.asAdmin.getMe()
  for (const name of ['noor', 'omar', 'pia']) await app.as(name, cloudDuty).getMe()
  await makeLab(app.deps.db, 'lab')
})
afterAll(() => app.close())

beforeEach(async () => {
  const { db } = app.deps
  taken.length = 0
  for (const table of [
    alarmDeliveries,
    alarms,
    alarmRoster,
    deployments,
    cloudAccounts,
    outbox,
    entitlements,
    vouchers,
    orders,
  ])
    await db.delete(table)
})

const look = () => queue.run('alarms.watch')
const account = (account_id: string, row: Partial<typeof cloudAccounts.$inferInsert> = {}) =>
  app.deps.db.insert(cloudAccounts).values({ cloud: 'aws', account_id, name: account_id, region: 'eu-1', ...row })
async function waitingLearner(name = 'lea') {
  await app.as(name).getMe()
  const [lab] = (await app.asAdmin.listLabsForAdmin({})).data
  const { rows } = (await app.deps.db.execute(
    sql`insert into deployments (user_id, lab_id, cloud, module_version, duration_seconds)
      select u.id, l.id, 'aws', '1', 60 from users u, labs l where u.username = ${name} and l.slug = ${lab!.slug} returning id`,
  )) as unknown as { rows: { id: string }[] }
  return rows[0]!.id
}
/** What would pass in so many minutes. */
const later = (minutes: number) =>
  app.deps.db.execute(sql`update alarms set opened_at = opened_at - make_interval(mins => ${minutes}::int),
    ended_at = ended_at - make_interval(mins => ${minutes}::int), tell_at = tell_at - make_interval(mins => ${minutes}::int),
    told_at = told_at - make_interval(mins => ${minutes}::int), call_at = call_at - make_interval(mins => ${minutes}::int),
    muted_until = muted_until - make_interval(mins => ${minutes}::int)`)
/** Makes the accounts ready to be leased. */
async function free() {
  const { db } = app.deps
  for (const { id } of await db.select().from(cloudAccounts)) {
    const nothing = { removed: [], residue: [], left: [] }
    const [receipt] = await db
      .insert(nukeReceipts)
      .values({ cloud_account_id: id, pass: 1, ...nothing })
      .returning()
    const set = { status: 'Available', lock_reason: null, receipt_id: receipt!.id } as const
    await db.update(cloudAccounts).set(set).where(eq(cloudAccounts.id, id))
  }
}
const roster = async (...entries: [name: string, from_hour?: number, until_hour?: number][]) => {
  await app.deps.db.delete(alarmRoster)
  for (const [position, [name, from_hour = 0, until_hour = 0]] of entries.entries())
    await app.deps.db.insert(alarmRoster).values({ user_id: await app.idOf(name), position, from_hour, until_hour })
}
const mailed = async () =>
  (await app.deps.db.select().from(outbox).orderBy(outbox.created_at, outbox.recipient))
    .filter(({ kind }) => kind.startsWith('alarm_'))
    .map(({ kind, recipient }) => `${kind} ${recipient.split('@')[0]}`)
const open = async (filter: object = { state: 'open' }) =>
  (await app.asAdmin.listAlarms({ filter: JSON.stringify(filter), sort: '["level","DESC"]' })).data
const one = async () => (await open())[0]!
const events = async (id: string) =>
  (await app.asAdmin.getAlarm({ id })).history
    .map(({ kind, username }) => (username ? `${kind} ${username}` : kind))
    .reverse()

describe('an empty pool at three in the morning', () => {
  test('is told once to the first of the roster, and to the webhook; it ends by itself and says so', async () => {
    await roster(['noor'], ['omar'])
    await account('1', { status: 'Locked', lock_reason: 'hold' })
    const waiting = await waitingLearner()
    await look()
    await look()
    const alarm = (await open({ kind: 'pool_empty' }))[0]!
    expect(alarm).toMatchObject({
      level: 'urgent',
      subject: 'aws',
      sentence: 'No AWS account is free, and 1 lab or exam waits. Of 1 AWS account: 1 on hold',
      owner: null,
      allowed: ['take', 'mute'],
    })
    expect(await mailed()).toEqual(['alarm_called noor'])
    const [mail] = await app.deps.db.select().from(outbox)
    expect(mail).toMatchObject({ subject: `Urgent: ${alarm.sentence}` })
    expect(mail!.text).toContain(`/admin/alarms/${alarm.id}`)

    await app.deps.db.delete(deployments).where(eq(deployments.id, waiting))
    await look()
    await look()
    expect((await open({ kind: 'pool_empty' }))[0]).toMatchObject({ state: 'ended', allowed: [] })
    expect(await mailed()).toEqual(['alarm_called noor', 'alarm_ended noor'])
    await queue.run('alarms.deliver')
    const bodies = taken.map((body) => JSON.parse(body)).filter(({ alarm: { kind } }) => kind === 'pool_empty')
    expect(bodies.map(({ event }) => event)).toEqual(['opened', 'ended'])
    expect(await events(alarm.id)).toEqual(['opened', 'called noor', 'ended'])
  })

  test('each of its links leads to the very rows', async () => {
    await account('1', { status: 'Locked', lock_reason: 'hold' })
    await waitingLearner()
    await look()
    const { links } = await one()
    const filterOf = (to: string) => new URLSearchParams(to.split('?')[1]).get('filter')!
    expect(links.map(({ to }) => to.split('?')[0])).toEqual(['/admin/aws_accounts', '/admin/deployments'])
    expect((await app.asAdmin.listAwsAccounts({ filter: filterOf(links[0]!.to) })).data).toHaveLength(1)
    expect((await app.asAdmin.listDeployments({ filter: filterOf(links[1]!.to) })).data).toMatchObject([
      { username: 'lea' },
    ])
  })

  test('whoever waits while no account is free rings at once; where one is free there is no alarm', async () => {
    const { db } = app.deps
    await account('1', { status: 'Locked', lock_reason: 'hold' })
    await waitingLearner()
    queue.waiting = []
    await db.transaction((tx) => assignFreeAccounts(tx, { queue }, 'aws'))
    expect(queue.waiting).toEqual([{ name: 'alarms.look', data: {} }])
    await queue.work()
    expect(await open({ kind: 'pool_empty' })).toHaveLength(1)
    await free()
    await look()
    expect(await open({ kind: 'pool_empty', state: 'open' })).toEqual([])
  })

  test('accounts that are free and cannot be leased are none: of a region that is down, without a receipt, kept for a group', async () => {
    const { db } = app.deps
    await account('1', { status: 'Available' })
    await waitingLearner()
    const said = async () => {
      await look()
      return (await open({ kind: 'pool_empty', state: 'open' })).map(({ sentence }) => sentence.split(': ')[1])
    }
    expect(await said()).toEqual(['1 without a clean-up receipt'])
    await free()
    expect(await said()).toEqual([])
    await db.insert(regionOutages).values({ cloud: 'aws', region: 'eu-1', reason: 'Down' })
    expect(await said()).toEqual(['1 in a region that is down'])
    await db.delete(regionOutages)
    const span = { from_at: new Date(), until_at: new Date(Date.now() + 3_600_000) }
    await db.insert(groupReservations).values({ cloud: 'aws', name: 'Class', accounts: 1, ...span })
    expect(await said()).toEqual(['1 reserved for booked exams and groups'])
    await db.delete(groupReservations)
    expect(await said()).toEqual([])
  })

  test('whoever still owes the lab what it asks for is not waiting', async () => {
    await waitingLearner()
    const fields = JSON.stringify([{ name: 'ip', label: 'Address', hint: '', required: true, max_length: 40 }])
    await app.deps.db.execute(sql`update labs set extra_fields = ${fields}::jsonb`)
    try {
      await look()
      expect(await open()).toEqual([])
    } finally {
      await app.deps.db.execute(sql`update labs set extra_fields = '[]'`)
    }
  })

  test('goes on to the next of the roster every ten minutes, then to all owners, and then to nobody', async () => {
    await roster(['noor'], ['omar'])
    await waitingLearner()
    await look()
    await later(9)
    await look()
    expect(await mailed()).toEqual(['alarm_called noor'])
    await later(1)
    await look()
    expect(await mailed()).toEqual(['alarm_called noor', 'alarm_called omar'])
    await later(10)
    await look()
    await later(10)
    await look()
    expect(await mailed()).toEqual(['alarm_called noor', 'alarm_called omar', 'alarm_called administrator-of-tests'])
  })

  test('is told to the owners where the roster is empty, out of hours, disabled or demoted', async () => {
    const hour = new Date().getUTCHours()
    await roster(['noor', (hour + 2) % 24, (hour + 4) % 24], ['omar'], ['pia'])
    await app.deps.db.update(users).set({ disabled_at: new Date() }).where(eq(users.username, 'omar'))
    await app.deps.db
      .update(users)
      .set({ roles: ['user'] })
      .where(eq(users.username, 'pia'))
    try {
      await waitingLearner()
      await look()
      expect(await mailed()).toEqual(['alarm_called administrator-of-tests'])
    } finally {
      await app.deps.db.update(users).set({ disabled_at: null }).where(eq(users.username, 'omar'))
      await app.deps.db
        .update(users)
        .set({ roles: ['user', 'admin'] })
        .where(eq(users.username, 'pia'))
    }
  })
})

describe('whose it is', () => {
  test('it is taken once, the second is told who has it, and nobody else is called', async () => {
    await roster(['noor'], ['omar'])
    await waitingLearner()
    await look()
    const { id } = await one()
    expect(await app.as('noor').takeAlarm({ id })).toMatchObject({ owner: 'noor', allowed: ['give_back', 'mute'] })
    await expect(app.as('omar').takeAlarm({ id })).rejects.toMatchObject({
      code: 'conflict',
      message: 'noor has taken this alarm.',
    })
    await expect(app.as('omar').giveBackAlarm({ id })).rejects.toMatchObject({ code: 'conflict' })
    expect((await app.as('omar').getAlarm({ id })).allowed).toEqual(['mute'])
    await later(30)
    await look()
    expect(await mailed()).toEqual(['alarm_called noor'])
  })

  test('many are taken at once, without those that are taken or over', async () => {
    const row = { kind: 'pool_empty' as const, level: 'warning' as const, sentence: 'No AWS account is free' }
    const made = await app.deps.db
      .insert(alarms)
      .values(['one', 'two', 'three', 'over'].map((subject) => ({ ...row, subject })))
      .returning()
    const ids = made.map(({ id }) => id)
    await app.as('omar', cloudDuty).takeAlarm({ id: ids[1]! })
    await app.deps.db.update(alarms).set({ ended_at: new Date() }).where(eq(alarms.id, ids[3]!))
    const bulkAsk = { action: 'alarms.take' as const, filter: '{"q":"No AWS account"}' }
    const job = await app.as('noor', cloudDuty).startBulk({ bulkAsk })
    expect(job).toMatchObject({ state: 'done', done: 2, failed: 2 })
    const { data } = await app.asAdmin.listBulkItems({ filter: JSON.stringify({ job: job.id, state: 'failed' }) })
    expect(data.map(({ message }) => message).sort()).toEqual([
      'This alarm has ended. There is nothing left to do.',
      'omar has taken this alarm.',
    ])
    const owned = await app.asAdmin.listAlarms({ filter: '{"owner":"noor"}' })
    expect(owned.data.map(({ id }) => id).sort()).toEqual([ids[0], ids[2]].sort())
  })

  test('given back, it goes on to somebody else at once; a disabled owner gives it back by that', async () => {
    await roster(['noor'], ['omar'])
    await waitingLearner()
    await look()
    const { id } = await one()
    await app.as('noor').takeAlarm({ id })
    await app.as('noor').giveBackAlarm({ id })
    await look()
    expect(await mailed()).toEqual(['alarm_called noor', 'alarm_called omar'])
    await app.as('omar').takeAlarm({ id })
    await app.deps.db.update(users).set({ disabled_at: new Date() }).where(eq(users.username, 'omar'))
    try {
      await look()
      expect(await one()).toMatchObject({ owner: null })
      expect((await mailed()).slice(2)).toEqual(['alarm_called noor'])
    } finally {
      await app.deps.db.update(users).set({ disabled_at: null }).where(eq(users.username, 'omar'))
    }
    expect(await events(id)).toEqual([
      'opened',
      'called noor',
      'taken noor',
      'given_back noor',
      'called omar',
      'taken omar',
      'given_back',
      'called noor',
    ])
  })

  test('nobody acts on one that has ended, and a learner on none', async () => {
    const waiting = await waitingLearner()
    await look()
    const { id } = await one()
    await app.deps.db.delete(deployments).where(eq(deployments.id, waiting))
    await look()
    await expect(app.asAdmin.takeAlarm({ id })).rejects.toMatchObject({ code: 'conflict' })
    await expect(app.asLearner.takeAlarm({ id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(app.asAdmin.takeAlarm({ id: 'none' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('what must not be noise', () => {
  test('muted with a reason it tells nobody until then, and then it does', async () => {
    await roster(['noor'])
    await waitingLearner()
    await app.deps.db.execute(
      sql`insert into alarms (kind, subject, level, sentence) values ('pool_empty', 'aws', 'urgent', 'Empty')`,
    )
    const { id } = await one()
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const muted = await app.asAdmin.muteAlarm({ id, alarmMute: { until, reason: 'We move the pool', stays: false } })
    expect(muted).toMatchObject({ state: 'muted', mute_reason: 'We move the pool', muted_by: 'administrator-of-tests' })
    await look()
    expect(await mailed()).toEqual([])
    await later(61)
    await look()
    expect(await mailed()).toEqual(['alarm_called noor'])
    const [entry] = await app.deps.db.select().from(audit).where(eq(audit.subject_id, id))
    expect(entry).toMatchObject({ reason: 'We move the pool', subject_id: id })
  })

  test('a mute that stays mutes the next one too, until somebody takes it off', async () => {
    const waiting = await waitingLearner()
    await look()
    const { id } = await one()
    const until = new Date(Date.now() + 7_200_000).toISOString()
    await app.asAdmin.muteAlarm({ id, alarmMute: { until, reason: 'We know', stays: true } })
    await app.deps.db.update(deployments).set({ state: 'ended' }).where(eq(deployments.id, waiting))
    await look()
    await later(20)
    await app.deps.db.update(deployments).set({ state: 'queued' }).where(eq(deployments.id, waiting))
    await look()
    const [next] = await open({ state: 'muted' })
    expect(next).toMatchObject({ kind: 'pool_empty', mute_reason: 'We know' })
    expect(next!.id).not.toBe(id)
    expect(await app.asAdmin.unmuteAlarm({ id: next!.id })).toMatchObject({ state: 'open', allowed: ['take', 'mute'] })
    await look()
    expect(await mailed()).toHaveLength(2)
  })

  test.each([
    ['in the past', -60_000],
    ['for a year', 365 * 86_400_000],
  ])('a mute %s is refused', async (_what, ms) => {
    await waitingLearner()
    await look()
    const { id } = await one()
    const until = new Date(Date.now() + ms).toISOString()
    await expect(app.asAdmin.muteAlarm({ id, alarmMute: { until, reason: 'No', stays: false } })).rejects.toMatchObject(
      { errors: [{ field: 'until' }] },
    )
  })

  test('what comes and goes is one alarm, told again after a quarter of an hour at the earliest', async () => {
    await roster(['noor'])
    const waiting = await waitingLearner()
    const set = (state: 'queued' | 'ended') =>
      app.deps.db.update(deployments).set({ state }).where(eq(deployments.id, waiting))
    await look()
    const { id } = await one()
    for (const state of ['ended', 'queued', 'ended', 'queued'] as const) {
      await set(state)
      await look()
    }
    expect((await one()).id).toBe(id)
    expect(await mailed()).toEqual(['alarm_called noor', 'alarm_ended noor'])
    await later(15)
    await look()
    expect(await mailed()).toEqual(['alarm_called noor', 'alarm_ended noor', 'alarm_called noor'])
  })

  test('more accounts in quarantine are told again, at most once in a quarter of an hour', async () => {
    await roster(['noor'])
    await account('1', { status: 'Locked', lock_reason: 'quarantine' })
    await look()
    await account('2', { status: 'Locked', lock_reason: 'quarantine' })
    await look()
    await look()
    expect(await mailed()).toEqual(['alarm_called noor'])
    await later(15)
    await look()
    await later(15)
    await look()
    expect(await mailed()).toEqual(['alarm_called noor', 'alarm_called noor'])
    expect((await open({ kind: 'account_quarantined' }))[0]).toMatchObject({
      sentence: '2 AWS accounts in quarantine: three clean-ups in a row failed',
    })
  })

  test('a rule that cannot be asked ends nothing, and stops no other rule', async () => {
    await waitingLearner()
    await look()
    const { extensions } = app.deps
    const broken = extensions.alarmRules.map((rule) =>
      rule.kind === 'pool_empty'
        ? { ...rule, find: (tx: never) => (tx as TestApp['deps']['db']).execute(sql`select 1/0`) }
        : rule,
    )
    await account('1', { status: 'Locked', lock_reason: 'quarantine' })
    Object.assign(app.deps, { extensions: { ...extensions, alarmRules: broken } })
    try {
      await look()
    } finally {
      Object.assign(app.deps, { extensions })
    }
    expect((await open()).map(({ kind }) => kind)).toEqual(['pool_empty', 'account_quarantined', 'pool_low'])
  })
})

describe('what is told', () => {
  test('every rule finds its rows, and each sentence names no person and no error of a cloud', async () => {
    const { db } = app.deps
    await account('1', { status: 'Locked', lock_reason: 'quarantine', last_error: 'AKIA-canary is refused' })
    await account('2', { status: 'Pending', last_error: 'AKIA-canary is refused' })
    const lea = await waitingLearner()
    const row = await db.select().from(deployments).where(eq(deployments.id, lea))
    const failed = { ...row[0]!, state: 'ended' as const, reason: 'failed' as const, message: 'canary at lea' }
    for (let build = 0; build < 3; build++) await db.insert(deployments).values({ ...failed, id: crypto.randomUUID() })
    const user_id = await app.idOf('lea')
    const sold = { kind: 'course', target_id: crypto.randomUUID(), slug: 'c', title: 'C', quantity: 1 } as const
    const [order] = await db
      .insert(orders)
      .values({ number: 'F-1', user_id, state: 'disputed', ...sold, unit_amount: 1, total_amount: 1, provider: 'demo' })
      .returning()
    const paid = { user_id, ...sold, unit_amount: 1, total_amount: 1, provider: 'demo', paid_at: new Date() } as const
    const tax_evidence = { country: 'DE', billing: null, profile: null, payment: ['US'], agrees: false }
    const [first, second] = await db
      .insert(orders)
      .values([
        { ...paid, number: 'F-2', state: 'fulfilled' },
        { ...paid, number: 'F-3', state: 'fulfilled', tax_evidence },
      ])
      .returning()
    const content = { kind: 'course', course_id: (await makeCourse(db, 'paid-twice')).id } as const
    await db.insert(entitlements).values({ ...content, user_id, source: 'purchase', order_id: first!.id })
    await db.insert(vouchers).values({ ...content, code: 'UNUSED', owner_id: user_id, order_id: second!.id })
    const said = { provider: 'stripe', kind: 'paid', outcome: 'refused' } as const
    await db.insert(paymentEvents).values([
      { ...said, event_id: 'evt_1', order_id: order!.id, note: 'canary' },
      { ...said, event_id: 'evt_2' },
    ])
    const mail = { kind: 'voucher', recipient: 'lea@learners.example', subject: 'S', text: 'canary', html: 'canary' }
    await db.insert(outbox).values([
      { ...mail, user_id, state: 'failed' },
      { ...mail, state: 'bounced' },
      { ...mail, state: 'waiting', attempts: 3 },
    ])
    await db.insert(alarmDeliveries).values({ body: '{}', attempts: 3, next_at: new Date(Date.now() + 60_000) })
    Object.assign(queue, { countDeadLetters: async () => 2 })
    await look()
    Object.assign(queue, { countDeadLetters: async () => 0 })
    const found = await open()
    expect(found.map(({ kind, subject }) => `${kind} ${subject}`).sort()).toEqual([
      'account_quarantined aws',
      'credentials_failing aws',
      'dispute F-1',
      'jobs_dead all',
      'lab_unhealthy lab',
      'mails_failed accounts',
      'mails_failed others',
      'mails_failed server',
      'paid_twice F-3',
      'payment_refused F-1',
      'pool_empty aws',
      'pool_low aws eu-1',
      'tax_evidence F-3',
      'webhook_failing all',
    ])
    await queue.run('alarms.deliver')
    const sent = taken.join() + JSON.stringify(await db.select().from(alarms))
    expect(taken.length).toBeGreaterThan(8)
    expect(sent).not.toMatch(/canary|lea\b|learners\.example/)
    const failedMails = found.find(({ subject }) => subject === 'accounts')!.links[0]!
    const filter = new URLSearchParams(failedMails.to.split('?')[1]).get('filter')!
    expect((await app.asAdmin.listUsers({ filter })).data.map(({ username }) => username)).toEqual(['lea'])
  })

  test('a notice is on the console and tells nobody by mail', async () => {
    await account('1', { status: 'Provisioned' })
    await look()
    expect(await open()).toMatchObject([{ kind: 'pool_low', level: 'notice' }])
    expect(await mailed()).toEqual([])
  })
})

describe('settings', () => {
  test('an owner keeps the roster and the thresholds; a stale version and a stranger are refused', async () => {
    const { version, webhook, allowed } = await app.asAdmin.getAlarmSettings()
    expect({ webhook: webhook?.host, allowed }).toEqual({ webhook: 'pager.example', allowed: ['update', 'test'] })
    const edit = {
      version,
      roster: [
        { username: 'omar', from_hour: 8, until_hour: 18 },
        { username: 'noor', from_hour: 0, until_hour: 0 },
      ],
      pool_low: { aws: 0, azure: 0, gcp: 0 },
    }
    const saved = await app.asAdmin.updateAlarmSettings({ alarmSettingsEdit: edit })
    expect(saved.roster.map(({ username, from_hour }) => [username, from_hour])).toEqual([
      ['omar', 8],
      ['noor', 0],
    ])
    await expect(app.asAdmin.updateAlarmSettings({ alarmSettingsEdit: edit })).rejects.toMatchObject({
      code: 'stale_version',
    })
    const next = { ...edit, version: saved.version, roster: [{ username: 'lea', from_hour: 0, until_hour: 0 }] }
    await expect(app.asAdmin.updateAlarmSettings({ alarmSettingsEdit: next })).rejects.toMatchObject({
      errors: [{ field: 'roster' }],
    })
    await expect(app.as('noor').updateAlarmSettings({ alarmSettingsEdit: edit })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect((await app.as('noor').getAlarmSettings()).allowed).toEqual([])
    await account('1', { status: 'Provisioned' })
    await look()
    expect(await open()).toEqual([])
  })

  test('a test goes to the webhook, and the settings say what came of it', async () => {
    await app.asAdmin.testAlarmWebhook()
    await queue.run('alarms.deliver')
    expect(taken.map((body) => JSON.parse(body).event)).toEqual(['test'])
    expect((await app.asAdmin.getAlarmSettings()).webhook).toMatchObject({ waiting: 0, error: null })
  })
})
