import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeBundle, makeCourse, makeExam, makeLab } from '../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { banners, certificates, cloudAccounts, orders, users, vouchers } from '../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const { db } = app.deps
  await app.as('zebra-keeper').getMe()
  const user_id = await app.idOf('zebra-keeper')
  const course = await makeCourse(db, 'zebra-course')
  await makeBundle(db, 'zebra-bundle', 1, [course])
  await makeLab(db, 'zebra-lab')
  await makeExam(db, 'zebra-exam')
  await db.insert(vouchers).values({ code: 'AAAAA-AAAAA-AAAAA-AAAAA-0ZEBRA', kind: 'course', course_id: course.id })
  await db.insert(certificates).values({ id: 'c-1', user_id, type: 'required', name: 'Zebra Keeper', title: 'T' })
  await db.insert(banners).values({ content: 'A Zebra is here' })
  await db.insert(cloudAccounts).values({ cloud: 'aws', account_id: '123456789012', name: 'zebra pool', region: 'r' })
  const total = { quantity: 1, unit_amount: 1, total_amount: 1, provider: 'demo' } as const
  const target = { kind: 'course', target_id: course.id, slug: 'zebra-course', title: 'Zebra course' } as const
  await db.insert(orders).values({ ...total, ...target, number: 'FY-2027-1', user_id })
})
afterAll(() => app.close())

const search = (q: string) => app.asAdmin.searchEverything({ q })

test('one word is searched for in every source', async () => {
  const groups = await search('zebra')
  expect(groups.map(({ kind, rows }) => [kind, rows.map(({ id }) => id)])).toEqual([
    ['user', ['zebra-keeper']],
    ['course', ['zebra-course']],
    ['lab', ['zebra-lab']],
    ['exam', ['zebra-exam']],
    ['bundle', ['zebra-bundle']],
    ['order', [expect.any(String)]],
    ['voucher', [expect.any(String)]],
    ['certificate', ['c-1']],
    ['aws_account', ['123456789012']],
    ['banner', [expect.any(String)]],
  ])
})

test('an erased account is not found', async () => {
  await app.as('erased-one').getMe()
  await app.deps.db.update(users).set({ erased_at: new Date() }).where(eq(users.username, 'erased-one'))
  expect(await search('erased-one')).toEqual([])
})

test('part of an e-mail address finds its account and orders, ignoring case', async () => {
  expect(await search('KEEPER@learn')).toMatchObject([
    { kind: 'user', rows: [{ id: 'zebra-keeper' }] },
    { kind: 'order', rows: [{ title: 'FY-2027-1 · Zebra course' }] },
  ])
})

test('SQL wildcards are literal, and short queries are rejected', async () => {
  for (const q of ['%%%', '___', "' or 1=1 --", '\\\\\\']) expect(await search(q)).toEqual([])
  await expect(search('ab')).rejects.toMatchObject({ code: 'invalid' })
  await expect(search('x'.repeat(101))).rejects.toMatchObject({ code: 'invalid' })
})

test('shows a few results of a kind with their number, and its list finds all with the same query', async () => {
  for (let n = 0; n < 7; n++) await makeCourse(app.deps.db, `many-of-it-${n}`)
  const [group] = await search('many-of')
  expect(group).toMatchObject({ total: 7, capped: false })
  expect(group?.rows).toHaveLength(5)
  expect((await app.asAdmin.listCoursesForAdmin({ filter: '{"q":"many-of"}' })).total).toBe(7)
})

test('counts up to a hundred results of a kind, and its list counts further', async () => {
  await app.deps.db.execute(sql`insert into users (username, email, password_hash, full_name)
    select 'crowd-' || n, 'crowd-' || n || '@example.com', 'none', 'One of many' from generate_series(1, 120) n`)
  const found = (await search('crowd-')).find(({ kind }) => kind === 'user')
  expect(found).toMatchObject({ total: 100, capped: true })
  expect(found?.rows).toHaveLength(5)
  const exactly = (await search('crowd-11')).find(({ kind }) => kind === 'user')
  expect(exactly).toMatchObject({ total: 11, capped: false })
  expect((await app.asAdmin.listUsers({ filter: '{"q":"crowd-"}' })).total).toBe(120)
})

test.each([
  ['zieliński', 'piotr'],
  ['zielinski', 'piotr'],
  ['ZIELIŃSKI', 'piotr'],
  ['lodz', 'piotr'],
  ['łódź', 'piotr'],
  ['nordlicht', 'piotr'],
  ['strasse', 'piotr'],
  ['müller', 'umlaut'],
  ['muller', 'umlaut'],
])('ignores case and accents, and finds companies by name: %s', async (q, username) => {
  await app.as('piotr').getMe()
  await app.as('umlaut').getMe()
  await app.deps.db
    .update(users)
    .set({ full_name: 'Piotr Zieliński z Łodzi, ŁÓDŹ', company: 'Nordlicht Versicherung, Hauptstraße' })
    .where(eq(users.username, 'piotr'))
  await app.deps.db.update(users).set({ full_name: 'Ute Müller' }).where(eq(users.username, 'umlaut'))
  expect(await search(q)).toMatchObject([{ kind: 'user', rows: [{ id: username }], total: 1 }])
  const { data } = await app.asAdmin.listUsers({ filter: JSON.stringify({ q }) })
  expect(data.map(({ id }) => id)).toEqual([username])
})

test('an organisation is found by its vouchers', async () => {
  const course = await makeCourse(app.deps.db, 'given-course')
  const code = 'AAAAA-AAAAA-AAAAA-AAAAA-AABBCC'
  await app.deps.db
    .insert(vouchers)
    .values({ code, kind: 'course', course_id: course.id, organisation: 'Società Ágil' })
  expect(await search('societa agil')).toMatchObject([{ kind: 'voucher', rows: [{ title: '…-AABBCC' }] }])
})

describeOnPostgres('on real Postgres', () => {
  describe('a slow source', () => {
    let slow: TestApp
    beforeAll(async () => {
      slow = await startTestApp({ database: await openTestPostgres() })
      await makeCourse(slow.deps.db, 'zebra-course')
    })
    afterAll(() => slow.close())

    test('is skipped and marked, and the others answer', async () => {
      await slow.asAdmin.getMe()
      await slow.deps.db.insert(banners).values({ content: 'zebra' })
      let locked: () => void = () => undefined
      const holding = new Promise<void>((resolve) => {
        locked = resolve
      })
      let release: () => void = () => undefined
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      const lock = slow.deps.db.transaction(async (tx) => {
        await tx.execute(sql`lock table banners in access exclusive mode`)
        locked()
        await released
      })
      await holding
      const groups = await slow.asAdmin.searchEverything({ q: 'zebra' })
      release()
      await lock
      expect(groups).toMatchObject([
        { kind: 'course', late: false },
        { kind: 'banner', late: true, rows: [] },
      ])
    })
  })
})
