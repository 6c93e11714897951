import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { makeCourse } from '../../../test/catalogue.ts'
import { certificates, cloudAccounts, entitlements, orders } from '../../db/schema/index.ts'

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

test('every figure is counted from the rows that are there', async () => {
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
    [1, '/admin/aws_accounts?filter={"status":"Pending"}'],
  ])
  expect(figures.signups).toHaveLength(30)
  expect(figures.signups.at(-1)).toMatchObject({ count: 3 })
})
