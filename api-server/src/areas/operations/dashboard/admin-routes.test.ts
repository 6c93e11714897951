import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeExam, makeLab } from '../../../../test/catalogue.ts'
import {
  certificates,
  cloudAccounts,
  conductCases,
  deployments,
  entitlements,
  examAttempts,
  extraPoints,
  flagAlerts,
  flags,
  orders,
  outbox,
  vouchers,
} from '../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const pool = (account_id: string, row: Partial<typeof cloudAccounts.$inferInsert>) => ({
  cloud: 'aws' as const,
  account_id,
  name: account_id,
  region: 'eu-central-1',
  ...row,
})

test('every figure is counted from the current rows', async () => {
  const course = await makeCourse(app.deps.db, 'counted')
  const user_id = await app.idOf('mara')
  await app.as('jon', { activated: false }).getMe()
  await app.deps.db
    .insert(entitlements)
    .values({ user_id, kind: 'course', course_id: course.id, source: 'administrator' })
  await app.deps.db.insert(certificates).values([
    { id: 'new', user_id, course_id: course.id, type: 'required', name: 'Mara', title: 'Counted' },
    { id: 'gone', type: 'arte', name: 'Mara', title: 'Counted', withdrawn_at: new Date() },
  ])
  await app.deps.db.insert(orders).values({
    number: 'F-1',
    user_id,
    state: 'partially_refunded',
    kind: 'course',
    target_id: course.id,
    slug: 'counted',
    title: 'Counted',
    quantity: 1,
    unit_amount: 9900,
    total_amount: 9900,
    refunded_amount: 900,
    provider: 'demo',
    paid_at: new Date(),
  })
  await app.deps.db
    .insert(cloudAccounts)
    .values([
      pool('1', { status: 'Available' }),
      pool('2', { status: 'Locked', lock_reason: 'hold' }),
      pool('3', { status: 'Locked', lock_reason: 'quarantine' }),
      pool('4', { status: 'Pending', last_error: 'The credentials are refused' }),
      pool('5', { status: 'Available', retired_at: new Date() }),
    ])

  const figures = await app.asAdmin.getDashboard()
  expect(figures.users).toMatchObject({ total: 3, active: 2, new_last_30_days: 3 })
  expect(figures.courses).toMatchObject({ published: 1, enrolments: 1, completed: 0 })
  expect(figures.certificates).toEqual({ issued: 1, issued_last_30_days: 1 })
  expect(figures.orders).toEqual({ paid_last_30_days: 1, revenue_last_30_days: [{ amount: 9000, currency: 'EUR' }] })
  expect(figures.accounts[0]).toEqual({
    cloud: 'aws',
    total: 4,
    by_status: { Available: 1, Locked: 2, Pending: 1 },
    by_lock: { hold: 1, quarantine: 1 },
  })
  expect(figures.attention.map(({ count, to }) => [count, decodeURIComponent(to)])).toEqual([
    [1, '/admin/aws_accounts?filter={"lock_reason":"quarantine"}'],
    [1, '/admin/aws_accounts?filter={"failing":true}'],
  ])
})

test('today’s events are counted immediately, without recounting earlier days', async () => {
  const { until, periods, figures } = await app.asAdmin.getFigures({ days: '7' })
  expect(until).toBe(new Date().toISOString().slice(0, 10))
  expect(periods).toHaveLength(7)
  const values = Object.fromEntries(figures.map(({ name, series }) => [name, series.map(({ value }) => value)]))
  expect(values).toMatchObject({ signups: [3], revenue: [9000], certificates: [1], ready: [null, null] })
})

describe('attention items and counts', () => {
  let waits: TestApp
  let lab: { id: string }
  let flag: { id: string }
  beforeAll(async () => {
    waits = await startTestApp()
    const { db } = waits.deps
    const [mara, jon, ada] = [await waits.idOf('mara'), await waits.idOf('jon'), await waits.idOf('ada')]
    lab = await makeLab(db, 'open-door')
    const exam = await makeExam(db, 'exam')
    const course = await makeCourse(db, 'course')
    flag = (
      await db
        .insert(flags)
        .values({ lab_id: lab.id, title: 'The door', question: 'Which?', type: 'DYNAMIC', points: 1, position: 1 })
        .returning()
    )[0]!
    const deployment = {
      user_id: jon,
      lab_id: lab.id,
      cloud: 'aws',
      module_version: '1',
      duration_seconds: 60,
    } as const
    const [leaked] = await db
      .insert(deployments)
      .values([
        { ...deployment, state: 'running', created_at: new Date('2026-05-01T09:30:00Z') },
        { ...deployment, user_id: ada, state: 'held' },
      ])
      .returning()
    await db
      .insert(flagAlerts)
      .values({ flag_id: flag.id, user_id: mara, owner_id: jon, owner_deployment_id: leaked!.id })
    const sold = { kind: 'course', target_id: course.id, slug: 'course', title: 'Course', quantity: 1 } as const
    const price = { unit_amount: 9900, total_amount: 9900, provider: 'demo', paid_at: new Date() } as const
    await db.insert(orders).values([
      { number: 'F-1', user_id: jon, state: 'disputed', ...sold, ...price },
      { number: 'F-2', user_id: jon, state: 'disputed', ...sold, ...price },
      { number: 'F-3', user_id: jon, state: 'fulfilled', ...sold, ...price },
    ])
    const mail = {
      kind: 'voucher',
      recipient: 'mara@learners.example',
      subject: 'Hello',
      text: 't',
      html: 'h',
    } as const
    await db.insert(outbox).values([
      { ...mail, user_id: mara, state: 'failed' },
      { ...mail, user_id: mara, state: 'sent' },
      { ...mail, recipient: 'Nobody@else.example', state: 'bounced' },
    ])
    await db.insert(vouchers).values([
      {
        code: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA1',
        kind: 'course',
        course_id: course.id,
        recipient: 'nobody@else.example',
      },
      {
        code: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA2',
        kind: 'course',
        course_id: course.id,
        recipient: 'mara@learners.example',
      },
    ])
    const [attempt] = await db
      .insert(examAttempts)
      .values({ user_id: ada, exam_id: exam.id, state: 'provisional' })
      .returning()
    await db.insert(extraPoints).values({ attempt_id: attempt!.id, url: 'https://example.org/pr/1' })
    await db.insert(conductCases).values({ attempt_id: attempt!.id, evidence: 'Two addresses at once' })
    // Excludes exam environments and test runs of authors.
    const elsewhere = { ...deployment, user_id: mara, state: 'running' } as const
    await db.insert(deployments).values([
      { ...elsewhere, lab_id: null, exam_id: exam.id, attempt_id: attempt!.id },
      { ...elsewhere, test: {} as typeof deployments.$inferInsert.test },
    ])
  })
  afterAll(() => waits.close())

  const users = (filter: object) =>
    waits.asAdmin.listUsers({ filter: JSON.stringify(filter) }).then(({ data }) => data.map(({ id }) => id))

  const nameOf = (row: { code: string } | { number: string } | { username: string }) =>
    'code' in row ? row.code.slice(-6) : 'number' in row ? row.number : row.username

  test('each item links to exactly the rows that it counts', async () => {
    const { attention } = await waits.asAdmin.getDashboard()
    const rows: [string, string[]][] = []
    for (const { message, count, to } of attention) {
      const [path, query] = to.split('?')
      const filter = new URLSearchParams(query).get('filter')!
      const { listUsers, listOrders, listVouchers, listExtraPoints, listConductCases, listFlagAlerts } = waits.asAdmin
      const list = {
        '/admin/users': listUsers,
        '/admin/orders': listOrders,
        '/admin/vouchers': listVouchers,
        '/admin/extra_points': listExtraPoints,
        '/admin/conduct_cases': listConductCases,
        '/admin/flag_alerts': listFlagAlerts,
      }
      const { data } = await list[path as keyof typeof list]({ filter })
      expect(data, message).toHaveLength(count)
      rows.push([message, data.map(nameOf).sort()])
    }
    expect(rows).toEqual([
      ['Accounts with an e-mail that could not be sent', ['mara']],
      ['Orders under dispute', ['F-1', 'F-2']],
      ['Pending requests for extra points', ['ada']],
      ['Pending conduct cases', ['ada']],
      ['Submitted flags of other learners', ['mara']],
      ['Vouchers whose e-mail could not be sent', ['AAAAA1']],
    ])
  })

  test('an account shows its open issues, and its tabs can be filtered by them', async () => {
    const { issues } = await waits.asAdmin.getUser({ username: 'jon' })
    expect(issues).toEqual({
      flag_alert: 0,
      over_limits: 0,
      disputed_order: 2,
      failed_mail: 0,
      extra_points: 0,
      conduct_case: 0,
      exam_environment: 0,
      exam_report: 0,
      exam_room: 0,
    })
    const disputed = await waits.asAdmin.listOrders({ filter: '{"username":"jon","disputed":true}' })
    expect(disputed.data.map(({ number }) => number).sort()).toEqual(['F-1', 'F-2'])
    const failed = await waits.asAdmin.listUserMails({ username: 'mara', filter: '{"failed":true}' })
    expect(failed.data.map(({ state }) => state)).toEqual(['failed'])
    expect((await waits.asAdmin.listUserMails({ username: 'mara' })).total).toBe(2)
  })

  test('evidence of a shared flag is shown for both accounts', async () => {
    const eventsOf = async (username: string) => {
      const { events } = await waits.asAdmin.getUserTimeline({ username, topic: 'flag' })
      return events.map(({ kind, subject, detail }) => [kind, subject, detail])
    }
    expect(await eventsOf('mara')).toEqual([
      ['flag.alert', 'The door · Lab open-door', 'It is the flag of jon (deployed 2026-05-01 09:30 UTC)'],
    ])
    expect(await eventsOf('jon')).toEqual([['flag.leaked', 'The door · Lab open-door', 'Handed in by mara']])
  })

  test('figures link to the accounts behind them', async () => {
    expect(await users({ lab: 'running' })).toEqual(['jon'])
    expect((await waits.asAdmin.getDashboard()).deployments).toMatchObject({ running: 1, held: 1 })
    expect(await users({ lab: 'queued' })).toEqual(['ada'])
    expect(await users({ lab: 'provisioning' })).toEqual([])
    expect(await users({ paid_within_days: 30 })).toEqual(['jon'])
    const { orders } = await waits.asAdmin.getDashboard()
    const paid = await waits.asAdmin.listOrders({ filter: '{"paid_within_days":30}' })
    expect(paid.total).toBe(orders.paid_last_30_days)
    expect(await users({ joined_within_days: 30 })).toHaveLength(4)
  })
})
