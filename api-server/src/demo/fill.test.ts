import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { eq, getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnPostgres, openTestDatabase, openTestPostgres } from '../../test/database.ts'
import { revisedCourse } from '../areas/authoring/content/courses/revised-course.ts'
import { revisedExam, revisedLab } from '../areas/authoring/content/editor/revised.ts'
import { checksumName } from '../areas/authoring/content/transfer/checksums.ts'
import { keyOfChecksum } from '../areas/authoring/uploads/file-types.ts'
import { verifyPassword } from '../areas/platform/auth/passwords/hash.ts'
import { parseConfig } from '../config.ts'
import type { Db, OpenedDatabase } from '../db/open.ts'
import * as schema from '../db/schema/index.ts'
import { openFileStore } from '../integrations/files.ts'
import { createSecrets } from '../secrets.ts'
import { readFilms } from './catalogue/films.ts'
import { demoRows } from './demo-rows.ts'
import { fillDemo } from './fill.ts'
import { WrongDatabaseError } from './marker.ts'
import { insertRows, tables } from './rows.ts'

const now = new Date('2026-11-21T10:00:00Z')
const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-demo-'))
const files = openFileStore(dataDir)
const secrets = createSecrets('a secret key only for this test')
const base = { ...parseConfig({ DEMO: '1', DATA_DIR: dataDir }), secretKey: 'a secret key only for this test' }
const demo = { ...base, demoPassword: 'the password of the demo' }
const production = { ...base, demo: false, demoPassword: undefined }
const needs = (db: Db, config: typeof demo | typeof production = demo) => ({
  config,
  db,
  clock: { now: () => now },
  secrets,
  files,
})
const films = readFilms()
const story = {
  now,
  films,
  passwordHash: 'hash',
  seal: (_purpose: string, rowId: string, text: string) => `${rowId} ${text}`,
}
const rows = await demoRows(story)
const names = Object.keys(tables) as (keyof typeof tables)[]

afterAll(() => rmSync(dataDir, { recursive: true }))

describe('filling the demo', () => {
  let database: OpenedDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
    expect(await fillDemo(needs(database.db))).toBe('filled')
  })
  afterAll(() => database.close())

  it('puts rows into every table it names', async () => {
    for (const name of names) {
      expect(await database.db.$count(tables[name]), getTableName(tables[name])).toBe(rows[name].length)
      expect(rows[name].length, name).toBeGreaterThan(0)
    }
  })

  it('sells with the tax that such an order would have', async () => {
    const rates = new Map(
      (await database.db.select().from(schema.taxRates)).map(({ country, rate }) => [country, rate]),
    )
    const rules = new Set<string>()
    for (const { total_amount, tax_amount, tax_lines, number } of rows.orders) {
      expect(tax_lines, number).toHaveLength(1)
      for (const { country, rate, rule, net, tax } of tax_lines!) {
        expect(rate, number).toBe(tax > 0 ? rates.get(country) : 0)
        expect({ total: net + tax, tax }, number).toEqual({ total: total_amount, tax: tax_amount })
        rules.add(rule)
      }
    }
    expect([...rules].sort()).toEqual(['home', 'oss', 'outside'])
  })

  it('changes nothing the second time', async () => {
    const read = async () => [
      await database.db.select().from(schema.cloudAccountTransitions),
      await database.db.select().from(schema.users).orderBy(schema.users.id),
      await database.db.select().from(schema.settings),
    ]
    const before = await read()
    const later = { ...needs(database.db), clock: { now: () => new Date('2027-01-01T00:00:00Z') } }
    expect(await fillDemo(later)).toBe('unchanged')
    expect(await read()).toEqual(before)
    for (const name of names) expect(await database.db.$count(tables[name])).toBe(rows[name].length)
  })

  it('admin and learner can only sign in with the demo password', async () => {
    for (const username of ['admin', 'learner']) {
      const [user] = await database.db.select().from(schema.users).where(eq(schema.users.username, username))
      expect(await verifyPassword(demo.demoPassword, user?.password_hash)).toBe(true)
      expect(await verifyPassword('admin', user?.password_hash)).toBe(false)
    }
  })

  it('publishes complete content, so that an edit can be published immediately', async () => {
    for (const [table, content] of [
      [schema.courses, revisedCourse],
      [schema.labs, revisedLab],
      [schema.exams, revisedExam],
    ] as const) {
      const published = await database.db.select().from(table).where(eq(table.status, 'published'))
      expect(published).not.toEqual([])
      for (const { id, slug } of published)
        expect(await content.listMissing(database.db, id, 'editors'), slug).toEqual([])
    }
  })

  it('has a canary run for the health of each lab', async () => {
    const labs = await database.db.select().from(schema.labs)
    const runs = await database.db.select().from(schema.canaryRuns)
    for (const { id, slug, health } of labs)
      if (health) expect(runs.find(({ lab_id }) => lab_id === id)?.ended_at?.toISOString(), slug).toBe(health.at)
  })

  it('stores every video and captions file of a lesson completely', async () => {
    for (const lesson of await database.db.select().from(schema.lessons)) {
      for (const key of [lesson.video, ...lesson.captions.map(({ file }) => file)]) {
        if (key) expect(await files.size(key), key).toBe(statSync(join(films.folder, basename(key))).size)
      }
    }
  })

  it('stores every lab download under its checksum, so that editors find it and unused ones are deleted', async () => {
    const labs = await database.db.select().from(schema.labs)
    const downloads = labs.flatMap((lab) => lab.downloads)
    expect(labs.filter((lab) => lab.downloads.length === 0)).toEqual([])
    for (const { file, bytes } of downloads) {
      expect(await files.size(file)).toBe(bytes)
      const name = await checksumName(file, files.read(file))
      expect(file).toBe(keyOfChecksum(name))
      const [stored] = await database.db.select().from(schema.storedFiles).where(eq(schema.storedFiles.name, name))
      expect(stored).toMatchObject({ kind: 'download', bytes, unused_since: null })
    }
  })

  it('uses videos of another folder, with their lengths', async () => {
    const short = await demoRows({ ...story, films: readFilms(join(import.meta.dirname, '../../../e2e/videos')) })
    for (const lesson of short.lessons.filter(({ video }) => video)) expect(lesson.duration_seconds).toBe(6)
    for (const { position_seconds } of short.lessonProgress) expect(position_seconds).toBeLessThanOrEqual(6)
  })

  it('seals the credentials of each account to its own row', async () => {
    const [one, other] = await database.db.select().from(schema.cloudAccounts)
    expect(secrets.open('credentials', one!.id, one!.credentials_sealed!)).toContain(one!.account_id)
    expect(() => secrets.open('credentials', other!.id, one!.credentials_sealed!)).toThrow()
  })

  it('is refused by production', async () => {
    await expect(fillDemo(needs(database.db, production))).rejects.toThrow(WrongDatabaseError)
  })
})

it('never fills outside demo mode', async () => {
  const database = await openTestDatabase()
  expect(await fillDemo(needs(database.db, production))).toBe('unchanged')
  for (const name of names) expect(await database.db.$count(tables[name])).toBe(0)
  await database.close()
})

it('refuses a database with other accounts, without changing it', async () => {
  const database = await openTestDatabase()
  const someone = { username: 'someone', email: 'someone@mail.example', password_hash: 'x', full_name: 'Some One' }
  await database.db.insert(schema.users).values(someone)
  await expect(fillDemo(needs(database.db))).rejects.toThrow(WrongDatabaseError)
  expect(await database.db.$count(schema.courses)).toBe(0)
  await database.close()
})

describeOnPostgres('two processes that start together on one Postgres', () => {
  it('fill it once', async () => {
    const database = await openTestPostgres()
    const both = await Promise.all([fillDemo(needs(database.db)), fillDemo(needs(database.db))])
    expect(both.toSorted()).toEqual(['filled', 'unchanged'])
    expect(await database.db.$count(schema.users)).toBe(rows.users.length)
    await database.close()
  })
})

it('generates the same data every time', async () => {
  expect(await demoRows(story)).toEqual(rows)
})

it('fits the tables on any day of the year', async () => {
  const database = await openTestDatabase()
  const days = ['2027-02-28T23:59:00Z', '2027-03-28T01:30:00Z', '2026-12-31T12:00:00Z']
  // Each takes seconds, so only the end of February runs outside the long tier.
  for (const day of process.env.LONG ? days : days.slice(0, 1)) {
    const undone = new Error('undone')
    const written = database.db.transaction(async (tx) => {
      await insertRows(tx, await demoRows({ ...story, now: new Date(day) }))
      throw undone
    })
    await expect(written).rejects.toBe(undone)
  }
  await database.close()
})

it('has no times in the future except ends, deadlines, expiries and reservations', () => {
  const later = /^(ends_at|expires_at|valid_until|access_ends_at|hard_deadline_at|due_at|from_at|until_at)$/
  for (const name of names) {
    for (const row of rows[name]) {
      for (const [column, value] of Object.entries(row)) {
        if (value instanceof Date && !later.test(column)) expect(value <= now, `${name}.${column} ${value}`).toBe(true)
      }
    }
  }
})
