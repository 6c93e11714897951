import { getTableName } from 'drizzle-orm'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listUnactivatedIds } from '../../src/areas/platform/auth/queries.ts'
import type { PersonalTable } from '../../src/db/duties.ts'
import type { Db, OpenedDatabase } from '../../src/db/open.ts'
import type { Address, AddressRows, PersonalData } from '../../src/extension-points/personal-data.ts'
import { personalData as parts } from '../../src/registry/personal-data.ts'
import { openTestDatabaseOf, usualKinds } from '../database.ts'
import { asWritten, holding, isUniqueValue, person, plantCanaries, plantRow, type Row, readRows } from './canaries.ts'
import { listFaults, tables } from './personal-columns.ts'

describe('definitions of columns with personal data', () => {
  test('cover each column once for exports and once for deletions', () => {
    expect(listFaults(tables, parts)).toEqual([])
  })

  const users = pgTable('users', { id: uuid().primaryKey() })
  const prints = pgTable('prints', { user_id: uuid().references(() => users.id), note: text() })
  const pages = pgTable('pages', { print: text().references(() => prints.note) })
  const invited = pgTable('invited', { email_address: text() })
  const asked = pgTable('asked', { email: text() })
  const defined = (table: PersonalTable['table'], erases: 'rows' | 'columns', columns: object) => ({
    tables: [{ table, erases, columns: columns as PersonalTable['columns'] }],
  })
  const id = defined(users, 'rows', { id: { exported: true } })

  test.each([
    [
      'a new column',
      prints,
      [defined(prints, 'rows', { user_id: { exported: true } })],
      'prints.note has no definition',
    ],
    ['a table that references another one', pages, [], 'pages.print has no definition'],
    ['a name that indicates an address', invited, [], 'invited.email_address has no definition'],
    ['a removed column', users, [defined(users, 'rows', { nick: { exported: true } })], 'users.nick does not exist'],
    ['a table with two definitions', users, [id, id], 'users has two definitions'],
    [
      'two answers for exports',
      users,
      [defined(users, 'rows', { id: { exported: true, notExported: 'x' } })],
      'is both exported and not exported',
    ],
    ['no answer for exports', users, [defined(users, 'rows', { id: {} })], 'users.id has no answer for exports'],
    [
      'a row that is both erased and retained',
      users,
      [defined(users, 'rows', { id: { exported: true, retained: 'x' } })],
      'has another answer for deletions',
    ],
    [
      'no answer for deletions',
      users,
      [defined(users, 'columns', { id: { exported: true } })],
      'users.id needs one of erased, redacted and retained',
    ],
    [
      'an address without a lookup',
      asked,
      [defined(asked, 'rows', { email: { exported: true } })],
      'asked.email has no lookup by address',
    ],
    ['no reason', users, [defined(users, 'rows', { id: { notExported: '' } })], 'users.id has no reason'],
  ])('faults are reported with the column name: %s', (_what, table, said, fault) => {
    const also = table === users ? [] : table === pages ? [users, prints] : [users]
    const faults = listFaults([...also, table], [...(table === users ? [] : [id]), ...said])
    expect(
      faults.find((one) => one.includes(fault)),
      faults.join('\n'),
    ).toBeDefined()
  })
})

describe.each(usualKinds)('exports and deletions match their definitions (%s)', (kind) => {
  test('an export contains only exported columns; a deletion erases only erased columns and leaves the retained ones', async () => {
    const opened = await openTestDatabaseOf(kind)
    try {
      expect(await listDifferences(opened.db, parts)).toEqual([])
    } finally {
      await opened.close()
    }
  })

  test('a definition that does not match its part is reported with its column', async () => {
    const misdefine = (part: PersonalData, table: string, column: string, fate: object): PersonalData => ({
      ...part,
      tables: part.tables.map((one) =>
        getTableName(one.table) === table ? { ...one, columns: { ...one.columns, [column]: fate as never } } : one,
      ),
    })
    const opened = await openTestDatabaseOf(kind)
    try {
      const found = await listDifferences(
        opened.db,
        parts.map((part) => {
          if (part.name === 'certificates')
            return misdefine(part, 'certificates', 'title', { notExported: 'a lie', erased: true })
          if (part.name === 'vouchers') return misdefine(part, 'vouchers', 'note', { exported: true, redacted: true })
          if (part.name === 'orders')
            return misdefine(part, 'orders', 'recipients', { notExported: 'x', retained: 'a lie' })
          return part
        }),
      )
      expect(found).toEqual(
        [
          'certificates.title is exported',
          'certificates.title is left',
          'vouchers.note is not exported',
          'orders.recipients is gone',
        ].toSorted(),
      )
    } finally {
      await opened.close()
    }
  })
})

describe.each(usualKinds)('an address without an account that others gave us (%s)', (kind) => {
  const asked = 'stranger@example.net'
  /** Other people's addresses with the same start or end. */
  const others = ['another.stranger@example.net', "o'stranger@example.net", 'stranger@example.network']
  const found = parts.flatMap(({ tables }) =>
    tables.flatMap(({ table, columns }) =>
      Object.entries(columns).flatMap(([name, { byAddress }]) => (byAddress ? [{ table, name, byAddress }] : [])),
    ),
  )
  const keyOf = ({ table, name }: { table: PersonalTable['table']; name: string }) => `${getTableName(table)}.${name}`
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await openTestDatabaseOf(kind)
  })
  afterAll(() => opened.close())
  const addressOf = async (email: string): Promise<Address> => ({
    email,
    begun: await listUnactivatedIds(opened.db, email),
  })
  const collect = async (email: string) => {
    const address = await addressOf(email)
    const collected: AddressRows[] = []
    for (const part of parts) collected.push(...((await part.ofAddress?.collect?.(opened.db, address)) ?? []))
    return collected
  }

  test('is found and erased in every column defined for it, without changing other people’s addresses', async () => {
    const { db } = opened
    expect(found.map(keyOf).toSorted()).toEqual(Object.keys(holding).toSorted())
    const planted = await plantCanaries(db)
    const plant = async (email: string) => {
      const rows: Row[] = []
      for (const column of found) rows.push(await plantRow(db, column.table, planted, holding[keyOf(column)]!(email)))
      return rows
    }
    const [mine, theirs] = [await plant(asked), await Promise.all(others.map(plant))]
    const before = await Promise.all(others.map(collect))

    const collected = await collect(asked)
    expect(collected.filter(({ rows }) => rows.length === 0).map(({ what }) => what)).toEqual([
      'Unpaid orders with your address in their billing details',
    ])
    const json = JSON.stringify(collected).toLowerCase()
    for (const other of [...others, 'friend@example.com', person.email]) expect(json).not.toContain(other)

    const address = await addressOf(asked)
    await db.transaction(async (tx) => {
      for (const part of parts) await part.ofAddress?.erase(tx, address)
    })
    for (const [at, { table, name, byAddress }] of found.entries()) {
      const column = keyOf({ table, name })
      const rows = await readRows(db, table)
      const left = rows.find((row) => isSame(row, mine?.[at]))
      const words = JSON.stringify(left?.[name] ?? null).toLowerCase()
      if (byAddress === 'retained') expect(left, column).toEqual(mine?.[at])
      else expect(words, column).not.toContain(asked)
      if (byAddress === 'redacted') expect(words, column).toContain('(erased)')
      for (const other of theirs) expect(rows, `another’s ${column}`).toContainEqual(other[at])
    }
    expect(await Promise.all(others.map(collect))).toEqual(before)
    const leftOver = (await collect(asked)).filter(({ rows }) => rows.length > 0)
    expect(leftOver.map(({ erasure }) => erasure)).toEqual(
      leftOver.map(() => 'They stay, because tax law requires it.'),
    )
  })

  const isSame = (row: Row, other?: Row) => ('id' in row ? row.id === other?.id : row.key === other?.key)
})

/** Fills every column, exports and erases, and returns the differences from the definitions. */
async function listDifferences(db: Db, said: readonly PersonalData[]): Promise<string[]> {
  const planted = await plantCanaries(db)
  const exports: string[] = []
  for (const part of said) exports.push(JSON.stringify((await part.collect?.(db, person)) ?? {}))
  const exported = exports.join('\n')
  await db.transaction(async (tx) => {
    for (const part of said) await part.erase?.(tx, person)
  })
  const left = new Map<PersonalTable['table'], Record<string, unknown>[]>()
  for (const table of planted.keys()) left.set(table, await readRows(db, table))
  const everything = JSON.stringify([...left.values()])

  return said
    .flatMap(({ tables }) => tables)
    .flatMap(({ table, erases, columns }) =>
      Object.entries(columns).flatMap(([name, { exported: shown, erased, redacted }]) => {
        const value = planted.get(table)?.[name]
        const column = `${getTableName(table)}.${name}`
        const remains = left.get(table)?.some((row) => JSON.stringify(row[name]) === JSON.stringify(value))
        const unique = isUniqueValue(table, name, value)
        const goes = erases === 'rows' || erased
        return [
          unique && shown && !exported.includes(asWritten(value)) && `${column} is not exported`,
          unique && !shown && exported.includes(asWritten(value)) && `${column} is exported`,
          goes && (remains || (unique && everything.includes(asWritten(value)))) && `${column} is left`,
          redacted && !everything.includes(`canary ${column}, said by (erased)`) && `${column} is not redacted`,
          !goes && !redacted && !remains && `${column} is gone`,
        ].filter((fault) => typeof fault === 'string')
      }),
    )
    .toSorted()
}
