import { getTableName } from 'drizzle-orm'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listUnactivatedIds } from '../../src/areas/platform/auth/queries.ts'
import type { PersonalTable } from '../../src/db/duties.ts'
import type { Db, OpenedDatabase } from '../../src/db/open.ts'
import type { Address, AddressRows, PersonalData } from '../../src/extension-points/personal-data.ts'
import { personalData as parts } from '../../src/registry/personal-data.ts'
import { openTestDatabaseOf, usualKinds } from '../database.ts'
import { asWritten, holding, isTelling, person, plantCanaries, plantRow, type Row, readRows } from './canaries.ts'
import { listFaults, tables } from './personal-columns.ts'

describe('what becomes of each column that leads to a person', () => {
  test('is said by one part, once for an export and once for a deletion', () => {
    expect(listFaults(tables, parts)).toEqual([])
  })

  const users = pgTable('users', { id: uuid().primaryKey() })
  const prints = pgTable('prints', { user_id: uuid().references(() => users.id), note: text() })
  const pages = pgTable('pages', { print: text().references(() => prints.note) })
  const invited = pgTable('invited', { email_address: text() })
  const asked = pgTable('asked', { email: text() })
  const say = (table: PersonalTable['table'], erases: 'rows' | 'columns', columns: object) => ({
    tables: [{ table, erases, columns: columns as PersonalTable['columns'] }],
  })
  const id = say(users, 'rows', { id: { exported: true } })

  test.each([
    ['a new column', prints, [say(prints, 'rows', { user_id: { exported: true } })], 'prints.note is in no part'],
    ['a table behind another', pages, [], 'pages.print is in no part'],
    ['a telling name', invited, [], 'invited.email_address is in no part'],
    ['a column that is gone', users, [say(users, 'rows', { nick: { exported: true } })], 'users.nick does not exist'],
    ['a table in two parts', users, [id, id], 'users is answered for twice'],
    [
      'two exports',
      users,
      [say(users, 'rows', { id: { exported: true, notExported: 'x' } })],
      'is exported and is not',
    ],
    ['no export', users, [say(users, 'rows', { id: {} })], 'users.id says nothing of an export'],
    [
      'a row that goes and stays',
      users,
      [say(users, 'rows', { id: { exported: true, retained: 'x' } })],
      'says otherwise',
    ],
    [
      'no erasure',
      users,
      [say(users, 'columns', { id: { exported: true } })],
      'users.id is erased, redacted or retained',
    ],
    ['an address', asked, [say(asked, 'rows', { email: { exported: true } })], 'asked.email is found by no address'],
    ['no reason', users, [say(users, 'rows', { id: { notExported: '' } })], 'users.id gives no reason'],
  ])('%s is found, by its name', (_what, table, said, fault) => {
    const also = table === users ? [] : table === pages ? [users, prints] : [users]
    const faults = listFaults([...also, table], [...(table === users ? [] : [id]), ...said])
    expect(
      faults.find((one) => one.includes(fault)),
      faults.join('\n'),
    ).toBeDefined()
  })
})

describe.each(usualKinds)('what the parts say is what they do (%s)', (kind) => {
  test('an export holds what is exported and nothing else; a deletion takes what is erased and leaves what is kept', async () => {
    const opened = await openTestDatabaseOf(kind)
    try {
      expect(await listLies(opened.db, parts)).toEqual([])
    } finally {
      await opened.close()
    }
  })

  test('a part that says more than it does is found, by its column', async () => {
    const lies = (part: PersonalData, table: string, column: string, fate: object): PersonalData => ({
      ...part,
      tables: part.tables.map((one) =>
        getTableName(one.table) === table ? { ...one, columns: { ...one.columns, [column]: fate as never } } : one,
      ),
    })
    const opened = await openTestDatabaseOf(kind)
    try {
      const found = await listLies(
        opened.db,
        parts.map((part) => {
          if (part.name === 'certificates')
            return lies(part, 'certificates', 'title', { notExported: 'a lie', erased: true })
          if (part.name === 'vouchers') return lies(part, 'vouchers', 'note', { exported: true, redacted: true })
          if (part.name === 'orders') return lies(part, 'orders', 'recipients', { notExported: 'x', retained: 'a lie' })
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

describe.each(usualKinds)('an address that others gave us, and that has no account (%s)', (kind) => {
  const asked = 'stranger@example.net'
  /** Addresses that begin or end like it are other people’s. */
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
    const held: AddressRows[] = []
    for (const part of parts) held.push(...((await part.ofAddress?.collect?.(opened.db, address)) ?? []))
    return held
  }

  test('is found and erased in every column that says so, and nobody else’s is touched', async () => {
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

    const held = await collect(asked)
    expect(held.filter(({ rows }) => rows.length === 0).map(({ what }) => what)).toEqual([
      'Unpaid orders with your address in their billing details',
    ])
    const told = JSON.stringify(held).toLowerCase()
    for (const other of [...others, 'friend@example.com', person.email]) expect(told).not.toContain(other)

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

/** Fills every column, exports and erases, and compares with what the parts say. */
async function listLies(db: Db, said: readonly PersonalData[]): Promise<string[]> {
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
        const stands = left.get(table)?.some((row) => JSON.stringify(row[name]) === JSON.stringify(value))
        const telling = isTelling(table, name, value)
        const goes = erases === 'rows' || erased
        return [
          telling && shown && !exported.includes(asWritten(value)) && `${column} is not exported`,
          telling && !shown && exported.includes(asWritten(value)) && `${column} is exported`,
          goes && (stands || (telling && everything.includes(asWritten(value)))) && `${column} is left`,
          redacted && !everything.includes(`canary ${column}, said by (erased)`) && `${column} is not redacted`,
          !goes && !redacted && !stands && `${column} is gone`,
        ].filter((fault) => typeof fault === 'string')
      }),
    )
    .toSorted()
}
