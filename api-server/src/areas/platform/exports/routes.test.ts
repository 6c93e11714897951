import { type Operation, operations } from '@flagyard/api-types'
import * as schemas from '@flagyard/api-types/schemas'
import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeExam, makeLab } from '../../../../test/catalogue.ts'
import { describeOnPostgres, openTestDatabaseOf, usualKinds } from '../../../../test/database.ts'
import { entitlements, orders, vouchers } from '../../../db/schema/index.ts'
import { findByUsername } from '../auth/queries.ts'
import { startSession } from '../auth/sign-in/sign-in.ts'
import { columnsOf, headOf } from './columns.ts'
import { csvStream } from './csv.ts'

const lists = Object.entries<Operation>(operations).filter(([, row]) => row.list)

/** What a spreadsheet would run, after whatever it skips at the beginning. */
const FORMULA = /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]|^[^'].*[;\t|]\s*[=+\-@＝＋－＠]/u

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.asLearner.getMe()
})
afterAll(() => app.close())

const take = async (list: string, ask: object = {}, by = app.asAdmin) => {
  const response = await by.exportList({ list, exportAsk: ask })
  return { response, text: await response.text() }
}
const rowsOf = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true })
const people = (on: TestApp, batch: string, count: number) =>
  on.deps.db.execute(sql`insert into users (username, email, password_hash, full_name, referrer, activated_at, last_seen_at)
    select ${batch} || '-' || n, ${batch} || '-' || n || '@people.example', 'none', 'Person ' || n % 7, ${batch}, now(),
      case when n % 3 = 0 then null else now() - make_interval(mins => n / 2) end from generate_series(1, ${count}::int) n`)

describe('every list', () => {
  test('of one account says whose it is, and holds nobody else’s rows', async () => {
    await app.as('otto').getMe()
    await app.asLearner.getMe()
    const { data } = await app.asAdmin.listUserSessions({ username: 'otto' })
    const { text } = await take('listUserSessions', { names: { username: 'otto' } })
    expect(rowsOf(text)).toMatchObject([{ Id: data[0]?.id, Device: data[0]?.device }])
    const ids = (await app.asAdmin.listUserSessions({ username: 'learner' })).data.map(({ id }) => id)
    expect(rowsOf((await take('listUserSessions', { names: { username: 'otto' }, ids })).text)).toEqual([])
    await expect(take('listUserSessions')).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'names.username', message: 'This list needs this value' }],
    })
    await expect(take('listUserSessions', { names: { username: 'nobody' } })).rejects.toMatchObject({ status: 404 })
  })

  test('can be taken away as a file, with a column for each field of the contract', async () => {
    for (const make of [makeCourse, makeLab, makeExam]) await make(app.deps.db, 'listed')
    for (const [name, row] of lists) {
      const ask = {
        ...(name === 'listBulkItems' && { filter: JSON.stringify({ job: crypto.randomUUID() }) }),
        ...(name === 'listPayoutLines' && { filter: JSON.stringify({ payout: crypto.randomUUID() }) }),
        ...(name === 'listIncidentCandidates' && { filter: JSON.stringify({ incident: crypto.randomUUID() }) }),
        ...(row.path.includes('{username}') && { names: { username: 'learner' } }),
        ...(row.path.includes('{slug}') && { names: { slug: 'listed' } }),
      }
      const { response, text } = await take(name, ask)
      expect(response.headers.get('content-type'), name).toBe('text/csv; charset=utf-8')
      expect(response.headers.get('content-disposition'), name).toMatch(
        /^attachment; filename="[a-z_]+-\d{4}-\d\d-\d\d\.csv"$/,
      )
      expect(response.headers.get('cache-control'), name).toBe('no-store')
      expect(text.startsWith('\uFEFF"Id",') || text.startsWith('"Id",'), `${name} ${row.path}`).toBe(true)
    }
  })

  test('what would be a formula is text, and reads back as what it was', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '\t',
        '\r',
        '\n',
        '＝',
        '＋',
        '－',
        '＠',
        "'",
        ' ',
        '"',
        ',',
        ';',
        'cmd|x',
        '\u00a0',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    )
    const text = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''))
    for (const [name, row] of lists) {
      const schema = rowSchema(row.returns as NonNullable<Operation['returns']>)
      const columns = textColumns(schema)
      expect(columns.length, name).toBeGreaterThan(0)
      await fc.assert(
        fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 8 }), async (values) => {
          const rows = values.map((value) => sample(schema, value) as object)
          const read: Record<string, string>[] = parse(await textOf(csvStream(schema, columnsOf(schema), once(rows))), {
            bom: true,
            columns: true,
          })
          expect(read, name).toHaveLength(values.length)
          // One assertion for all cells: there are so many that one for each takes longer than all else here.
          const wrong = values.flatMap((value, index) =>
            columns
              .map((column) => ({ column, cell: read[index]?.[headOf(column)] ?? '', value }))
              .filter(({ cell }) => FORMULA.test(cell) || (cell.startsWith("'") ? cell.slice(1) : cell) !== value),
          )
          expect(wrong, name).toEqual([])
        }),
        { numRuns: process.env.LONG ? 60 : 15, ...(process.env.LONG ? {} : { seed: 20_261_124 }) },
      )
    }
  })

  test('has heads that people read, and of the columns those that were asked for, in their order and under their words', async () => {
    await app.as('otto').getMe()
    const all = await take('listUsers', { ids: ['otto'] })
    expect(all.text).toContain('"Full name"')
    expect(all.text).not.toMatch(/full_name|last_seen_at/)
    const columns = [
      { field: 'email', head: 'E-mail' },
      { field: 'full_name', head: '=Name' },
    ]
    const { text } = await take('listUsers', { ids: ['otto'], columns })
    expect(text.trim().split('\r\n')).toEqual(['"E-mail","\'=Name"', '"otto@learners.example","Otto Test"'])
    for (const field of ['password_hash', 'allowed', '__proto__', 'constructor'])
      await expect(take('listUsers', { columns: [{ field, head: 'x' }] })).rejects.toMatchObject({ status: 422 })
  })

  test('of a voucher tells the order, the price in units of its currency, the batch and who used it', async () => {
    const course = await makeCourse(app.deps.db, 'sold')
    const user_id = await app.idOf('learner')
    const sold = { kind: 'course', target_id: course.id, slug: 'sold', title: 'Sold', quantity: 2 } as const
    const [order] = await app.deps.db
      .insert(orders)
      .values({ number: 'FY-2027-7', user_id, ...sold, unit_amount: 14_950, total_amount: 29_900, provider: 'demo' })
      .returning()
    const code = 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA7'
    const [voucher] = await app.deps.db
      .insert(vouchers)
      .values({ code, kind: 'course', course_id: course.id, order_id: order!.id, activated_at: new Date(), used: 1 })
      .returning()
    await app.deps.db
      .insert(entitlements)
      .values({ user_id, kind: 'course', course_id: course.id, source: 'voucher', voucher_id: voucher!.id })
    const [row] = rowsOf((await take('listVouchers', { ids: [voucher!.id] })).text)
    expect(row).toMatchObject({
      'Order number': 'FY-2027-7',
      Price: '149.5',
      'Price currency': 'EUR',
      'Used by': 'learner',
    })
    const columns = [
      { field: 'kind', head: 'Opens', words: { course: 'Course', lab: '=Lab' } },
      { field: 'slug', head: 'Slug' },
      { field: 'state', head: 'State', words: { expired: 'Over' } },
    ]
    const told = rowsOf((await take('listVouchers', { ids: [voucher!.id], columns })).text)
    expect(told).toEqual([{ Opens: 'Course', Slug: 'sold', State: 'available' }])
  })

  test('asks for the rights of the list, and is unknown where there is no list', async () => {
    await expect(take('listUsers', {}, app.asLearner)).rejects.toMatchObject({ status: 403 })
    for (const list of ['getUser', 'nothing', '__proto__', 'constructor'])
      await expect(take(list), list).rejects.toMatchObject({ status: 404 })
  })
})

describe.each(usualKinds)('the users as a file on a database of the kind %s', (kind) => {
  let on: TestApp
  beforeAll(async () => {
    on = await startTestApp({ database: await openTestDatabaseOf(kind) })
    await people(on, 'batch', 2_500)
    await people(on, 'other', 20)
  })
  afterAll(() => on.close())

  test.each(['username', 'full_name', 'email', 'created_at', 'last_seen_at'])(
    'come in parts that leave none out and repeat none, in the order of %s both ways',
    async (by) => {
      for (const order of ['ASC', 'DESC']) {
        const ask = { filter: '{"referrer":"batch"}', sort: JSON.stringify([by, order]) }
        const ids = rowsOf((await take('listUsers', ask, on.asAdmin)).text).map(({ Id }) => Id)
        expect(new Set(ids).size, order).toBe(2_500)
        expect(ids).toHaveLength(2_500)
        const pages: string[] = []
        for (const from of [0, 1_000, 2_000]) {
          const page = await on.asAdmin.listUsers({ ...ask, range: JSON.stringify([from, from + 999]) })
          pages.push(...page.data.map(({ id }) => id))
        }
        expect(ids).toEqual(pages)
      }
    },
  )

  test('follow the filter and the rows that were chosen', async () => {
    const chosen = await take('listUsers', { ids: ['batch-1', 'batch-2', 'other-1', 'nobody'] }, on.asAdmin)
    expect(
      rowsOf(chosen.text)
        .map(({ Id }) => Id)
        .sort(),
    ).toEqual(['batch-1', 'batch-2', 'other-1'])
    const both = await take('listUsers', { ids: ['batch-1', 'other-1'], filter: '{"referrer":"other"}' }, on.asAdmin)
    expect(rowsOf(both.text).map(({ Id }) => Id)).toEqual(['other-1'])
  })

  test('are written down: who took what', async () => {
    await take('listUsers', { filter: '{"referrer":"other"}' }, on.asAdmin)
    const [entry] = (await on.asAdmin.listAudit({ filter: '{"action":"exports.list"}' })).data
    expect(entry).toMatchObject({
      actor: 'administrator-of-tests',
      subject_id: 'users',
      after: { filter: { referrer: 'other' } },
    })
  })
})

describeOnPostgres('a file on real Postgres', () => {
  test('that the database cannot finish does not end as if it were whole', async () => {
    const on = await startTestApp({ database: await openTestDatabaseOf('postgres') })
    try {
      await people(on, 'batch', 1_500)
      const broken = on.deps.db.select.bind(on.deps.db)
      let reads = 0
      on.deps.db.select = ((fields: Record<string, unknown>) => {
        if (fields && 'cursor' in fields && ++reads === 2) throw new Error('the database is gone')
        return broken(fields as never)
      }) as never
      await on.app.listen({ port: 0, host: '127.0.0.1' })
      const address = on.app.server.address()
      const port = typeof address === 'object' ? address?.port : 0
      const { session } = await signedIn(on)
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/admin/exports/listUsers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' },
        body: '{}',
      })
      await expect(response.text()).rejects.toThrow()
    } finally {
      await on.close()
    }
  })
})

async function signedIn(on: TestApp) {
  await on.asAdmin.listUsers({})
  const account = await findByUsername(on.deps.db, 'administrator-of-tests')
  return startSession(on.deps, account!, { address: '127.0.0.1', userAgent: 'vitest' })
}

async function* once<T>(rows: T[]) {
  yield rows
}

async function textOf(stream: AsyncIterable<Buffer | string>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}

const rowSchema = (ref: string) =>
  (schemas as unknown as Record<string, z.ZodObject>)[ref.replace('[]', '')] as z.ZodObject

/** A row of the shape, with the text wherever any text may stand. */
function sample(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, sample(field, text)]))
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return sample(schema.unwrap(), text)
  if (schema instanceof z.ZodArray) return [sample(schema.element, text)]
  if (schema instanceof z.ZodEnum) return schema.options[0]
  const candidates = [text, 1, true, crypto.randomUUID(), new Date().toISOString(), '2026-11-23', 'EUR']
  return candidates.find((one) => (schema as z.ZodType).safeParse(one).success)
}

const MARK = 'any text at all'
const textColumns = (schema: z.ZodObject): string[] =>
  Object.entries(sample(schema, MARK) as object).flatMap(([name, value]) =>
    value === MARK || (Array.isArray(value) && value[0] === MARK) ? [name] : [],
  )
