import { getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import type { OpenedDatabase } from '../db/open.ts'
import * as schema from '../db/schema/index.ts'
import { demoRows, type Filling, fillDemo, NotADemoDatabaseError } from './fill.ts'
import { insertRows, tables } from './rows.ts'

const now = new Date('2026-11-21T10:00:00Z')
const files = new Map<string, string>()
const filling = (db: Filling['db']): Filling => ({
  config: { demo: true },
  db,
  now,
  passwordHash: 'hash of the demo password',
  seal: (plain, rowId) => `sealed ${rowId} ${plain}`,
  storeFile: async (key, path) => void files.set(key, path),
})
const rows = demoRows(filling(undefined as unknown as Filling['db']))
const names = Object.keys(tables) as (keyof typeof tables)[]

describe('filling the demo', () => {
  let database: OpenedDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
    expect(await fillDemo(filling(database.db))).toBe('filled')
  })
  afterAll(() => database.close())

  it('puts rows into every table it names', async () => {
    for (const name of names) {
      expect(await database.db.$count(tables[name]), getTableName(tables[name])).toBe(rows[name].length)
      expect(rows[name].length, name).toBeGreaterThan(0)
    }
  })

  it('changes nothing the second time', async () => {
    const before = await database.db.select().from(schema.cloudAccountTransitions)
    expect(await fillDemo({ ...filling(database.db), now: new Date('2027-01-01T00:00:00Z') })).toBe('already filled')
    expect(await database.db.select().from(schema.cloudAccountTransitions)).toEqual(before)
    for (const name of names) expect(await database.db.$count(tables[name])).toBe(rows[name].length)
  })

  it('writes the marker by which the database is known', async () => {
    const settings = await database.db.select().from(schema.settings)
    expect(settings.map(({ key }) => key)).toEqual(['demo'])
  })

  it('stores every film and captions file that a lesson names', async () => {
    for (const lesson of await database.db.select().from(schema.lessons)) {
      for (const key of [lesson.video, ...lesson.captions.map(({ file }) => file)]) {
        if (key) expect(files.has(key), key).toBe(true)
      }
    }
  })

  it('refuses outside demo mode (requirement 24)', async () => {
    await expect(fillDemo({ ...filling(database.db), config: { demo: false } })).rejects.toThrow('outside demo mode')
  })
})

it('refuses a database with accounts of its own, and leaves it as it was', async () => {
  const database = await openTestDatabase()
  const someone = { username: 'someone', email: 'someone@mail.example', password_hash: 'x', full_name: 'Some One' }
  await database.db.insert(schema.users).values(someone)
  await expect(fillDemo(filling(database.db))).rejects.toThrow(NotADemoDatabaseError)
  expect(await database.db.$count(schema.courses)).toBe(0)
  await database.close()
})

it('tells the same story every time', () => {
  expect(demoRows(filling(undefined as unknown as Filling['db']))).toEqual(rows)
})

it('fits the tables on any day of the year', async () => {
  const database = await openTestDatabase()
  for (const day of ['2027-02-28T23:59:00Z', '2027-03-28T01:30:00Z', '2026-12-31T12:00:00Z']) {
    const story = demoRows({ ...filling(database.db), now: new Date(day) })
    const undone = new Error('undone')
    const written = database.db.transaction(async (tx) => {
      await insertRows(tx, story)
      throw undone
    })
    await expect(written).rejects.toBe(undone)
  }
  await database.close()
})

it('names no time in the future but ends, deadlines and expiries', () => {
  const later = /^(ends_at|expires_at|valid_until|access_ends_at|hard_deadline_at)$/
  for (const name of names) {
    for (const row of rows[name]) {
      for (const [column, value] of Object.entries(row)) {
        if (value instanceof Date && !later.test(column)) expect(value <= now, `${name}.${column} ${value}`).toBe(true)
      }
    }
  }
})
