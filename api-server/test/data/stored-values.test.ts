import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { operations } from '@flagyard/api-types'
import { type Operation, pathNames } from '@flagyard/api-types/contract/operation'
import * as schemas from '@flagyard/api-types/schemas'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { migrationsFolder } from '../../src/db/migrations.ts'
import {
  alarmRoster,
  alarms,
  cloudAccounts,
  entitlements,
  examAttempts,
  orders,
  organisations,
  rateLimits,
  sellers,
  users,
  vouchers,
} from '../../src/db/schema/index.ts'
import type { TestApp } from '../app.ts'
import { openPeopleBench } from './personal-data-fixture.ts'

const USERNAME = 'traveller'

let app: TestApp
let ids: string[]
beforeAll(async () => {
  const bench = await openPeopleBench()
  app = bench.app
  const capabilities = ['owner', 'support', 'content', 'finance', 'cloud']
  const person = await bench.person(USERNAME, { roles: ['user', 'admin'], capabilities })
  await bench.fill(person)
  const { db } = app.deps
  await db.update(alarmRoster).set({ from_hour: 8, until_hour: 18 })
  await app.as(USERNAME).updateSeller({
    sellerInput: {
      ...{ name: 'Flagyard GmbH', address: 'Hafenstraße 1\n20457 Hamburg', country: 'DE', tax_id: null },
      ...{ oss_registered: false, iban: null, bic: null, email: 'billing@flagyard.example', footer: '', version: 0 },
      ...{ time_zone: 'Europe/Berlin', valid_from: '2026-01-01' },
    },
  })
  await db
    .update(examAttempts)
    .set({ state: 'scheduled', scheduled_at: new Date(Date.now() + 3_600_000), time_zone: 'UTC' })
  const rows = [await db.select().from(examAttempts), await db.select().from(organisations)]
  ids = rows.map(([row]) => row!.id)
})
afterAll(() => app.close())

test.each([
  ['Mars/Olympus', 'not a locale!!', 'XX'],
  ['+02:00', '', '1'],
  ['europe/kiev', 'EN-us', 'de'],
])(
  'every screen opens with any accepted or stored value: time zone %j, language %j, country %j',
  { timeout: 120_000 },
  async (zone, locale, country) => {
    const { db } = app.deps
    const api = app.as(USERNAME)
    let accepted = 0
    for (const change of [{ time_zone: zone }, { locale }, { country }])
      await api.updateMe({ profileUpdatePayload: change }).then(
        () => accepted++,
        (error) => expect(error.status).toBe(422),
      )
    // If all changes are refused, the screens show the same values as in other tests.
    if (accepted > 0) expect(await faultsOfScreens()).toEqual([])

    // Bypasses the contract, like a row from an older version or another program.
    await db.update(users).set({ time_zone: zone, locale, country }).where(eq(users.username, USERNAME))
    await db.update(examAttempts).set({ time_zone: zone })
    await db.update(sellers).set({ time_zone: zone, facts: sql`facts || ${JSON.stringify({ country })}::jsonb` })
    await db.update(organisations).set({ country })
    expect(await faultsOfScreens()).toEqual([])
    const me = await api.getMe()
    expect(new Intl.DateTimeFormat(me.locale, { timeZone: me.time_zone }).format(0)).toBeTruthy()
  },
)

test('signing up uses UTC and English if the browser reports an unknown time zone or language', async () => {
  const account = { username: 'browser', email: 'browser@people.example', full_name: 'Ada', accept_terms: true }
  const reported = { time_zone: 'Mars/Olympus', locale: 'not a locale!!' }
  await app.asVisitor.signup({ signUpPayload: { ...account, ...reported, password: 'a long enough phrase' } })
  // Reads the stored value, without the repair that columns apply when they are read.
  const stored = { time_zone: sql<string>`time_zone || ''`, locale: sql<string>`locale || ''` }
  const rows = await app.deps.db.select(stored).from(users).where(eq(users.username, 'browser'))
  expect(rows).toEqual([{ time_zone: 'UTC', locale: 'en' }])
})

test('account filters, the roster and paths accept an e-mail address in any spelling', async () => {
  const { db } = app.deps
  await db
    .update(users)
    .set({ email: 'anna@xn--bcher-kva.example', activated_at: new Date() })
    .where(eq(users.username, USERNAME))
  await db.update(alarms).set({ owner_id: await app.idOf(USERNAME) })
  await db.execute(sql`update deployments set state = 'ending'`)
  await db.update(cloudAccounts).set({ deployment_id: sql`(select id from deployments limit 1)` })
  await db.update(entitlements).set({ voucher_id: sql`(select id from vouchers limit 1)` })
  const api = app.as(USERNAME)
  const filtered: [string, (query: { filter: string }) => Promise<{ data: { id?: unknown }[] }>][] = [
    ['username', api.listEntitlements],
    ['username', api.listOrders],
    ['username', api.listVouchers],
    ['used_by', api.listVouchers],
    ['username', api.listCertificates],
    ['username', api.listCertificateCorrections],
    ['username', api.listDeployments],
    ['username', api.listFlagAlerts],
    ['manager', api.listOrganisations],
    ['owner', api.listAlarms],
    ['holder', api.listAwsAccounts],
  ]
  const { version, pool_low } = await api.getAlarmSettings()
  let settings = { version, pool_low }
  for (const name of ['anna@bücher.example', 'Anna@BÜCHER.example', 'anna@bu\u0308cher.example']) {
    expect(await api.getUser({ username: name })).toMatchObject({ username: USERNAME })
    for (const [key, list] of filtered) {
      const idsOf = async (value: string) =>
        (await list({ filter: JSON.stringify({ [key]: value }) })).data.map(({ id }) => id)
      const found = await idsOf(name)
      expect(found.length, key).toBeGreaterThan(0)
      expect(found, key).toEqual(await idsOf(USERNAME))
    }
    const roster = [{ username: name, from_hour: 8, until_hour: 18 }]
    const saved = await api.updateAlarmSettings({ alarmSettingsEdit: { ...settings, roster } })
    expect(saved.roster.map(({ username }) => username)).toEqual([USERNAME])
    settings = { ...settings, version: saved.version }
  }
})

test('repairs invalid time zones, languages and countries of an older version, and leaves valid ones unchanged', async () => {
  const { db } = app.deps
  const account = (username: string, values: { time_zone: string; locale: string; country: string | null }) => ({
    ...{ username, email: `${username}@x.example`, full_name: 'Ada', password_hash: 'none' },
    ...values,
  })
  await db
    .insert(users)
    .values([
      account('wrong', { time_zone: 'Mars/Olympus', locale: 'not a locale!!', country: 'XX' }),
      account('offset', { time_zone: '+02:00', locale: '', country: 'de' }),
      account('right', { time_zone: 'Europe/Kyiv', locale: 'sr-Latn-RS', country: 'UA' }),
    ])
  for (const table of ['exam_attempts', 'sellers'])
    await db.execute(sql`update ${sql.identifier(table)} set time_zone = 'Mars/Olympus'`)
  await db.update(organisations).set({ country: 'XX' })
  await migrate('0079_repair_zones.sql')
  // Reads the stored values, without the repair that columns apply when they are read.
  const { rows } = (await db.execute(
    sql`select username, time_zone, locale, country from users where username in ('wrong', 'offset', 'right') order by 1`,
  )) as { rows: unknown[] }
  expect(rows).toEqual([
    { username: 'offset', time_zone: 'UTC', locale: 'en', country: 'DE' },
    { username: 'right', time_zone: 'Europe/Kyiv', locale: 'sr-Latn-RS', country: 'UA' },
    { username: 'wrong', time_zone: 'UTC', locale: 'en', country: null },
  ])
  const others = (await db.execute(
    sql`select time_zone as value from exam_attempts union all select time_zone from sellers union all select country from organisations`,
  )) as { rows: { value: string | null }[] }
  expect(new Set(others.rows.map(({ value }) => value))).toEqual(new Set(['UTC', null]))
})

test('normalises addresses of an older version in every column, unless another account has the normalised address', async () => {
  const { db } = app.deps
  // Lower case, because the locale of a database may only know the lower case of ASCII letters.
  const old = ' jo\u0308rg@x.example '
  const normal = 'jörg@x.example'
  const migration = await readMigration('0082_normal_addresses.sql')
  const { rows } = (await db.execute(sql`
    select format('"%s"', table_name) as "table", format('set "%s"', column_name) as "set" from information_schema.columns
    where table_schema = 'public' and column_name ~ '(^|_)(email|recipients?)$'`)) as {
    rows: { table: string; set: string }[]
  }
  expect(rows.length).toBeGreaterThan(6)
  const statements = migration.toLowerCase().split('--> statement-breakpoint')
  const isRepaired = ({ table, set }: (typeof rows)[number]) =>
    statements.some((one) => one.includes(`update ${table}`) && one.includes(set))
  expect(rows.filter((row) => !isRepaired(row))).toEqual([])

  const account = (username: string, email: string) => ({ username, email, full_name: 'Jörg', password_hash: 'none' })
  await db
    .insert(users)
    .values([
      { ...account('old-two', old), activated_at: new Date() },
      { ...account('new-two', normal), activated_at: new Date() },
      account('unconfirmed', old),
    ])
  await db.update(vouchers).set({ recipient: old })
  await db.update(orders).set({ recipients: ['Anna@X.example', old] })
  await migrate('0082_normal_addresses.sql')
  const emails = Object.fromEntries((await db.select().from(users)).map(({ username, email }) => [username, email]))
  expect(emails).toMatchObject({ 'old-two': old, 'new-two': normal, unconfirmed: normal })
  const given = await db.select({ recipient: vouchers.recipient }).from(vouchers)
  expect(new Set(given.map(({ recipient }) => recipient))).toEqual(new Set([normal]))
  const [order] = await db.select({ recipients: orders.recipients }).from(orders)
  expect(order?.recipients).toEqual(['Anna@X.example', normal])
})

const readMigration = (name: string) => readFile(join(migrationsFolder, name), 'utf8')

async function migrate(name: string) {
  const statements = (await readMigration(name)).split('--> statement-breakpoint')
  await app.deps.db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement))
  })
}

/** Calls that answer 500, and calls of learners' own screens that do not answer 200. */
async function faultsOfScreens(): Promise<string[]> {
  const token = await app.tokenOf(USERNAME)
  await app.deps.db.delete(rateLimits)
  const faults: string[] = []
  const read = new Set<string>()
  for (const [name, row] of Object.entries<Operation>(operations)) {
    if (row.method !== 'GET' || row.stream === 'events') continue
    for (const path of pathsOf(row)) {
      const url = `/api/v1${path}${queryOf(row)}`
      const { statusCode, body } = await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
      if (statusCode >= 500) faults.push(`${name}: ${statusCode} ${body.slice(0, 200)}`)
      if (statusCode === 200) read.add(name)
    }
  }
  return [...faults, ...OWN.filter((name) => !read.has(name)).map((name) => `${name}: not read`)]
}

const OWN = [
  ...[
    'getMe',
    'readMyActivity',
    'getUser',
    'listUsers',
    'listUserExams',
    'getMyExam',
    'getMyAttempt',
    'downloadMyAttempt',
  ],
  ...[
    'getSeller',
    'getAlarmSettings',
    'listOrganisations',
    'getOrganisationForAdmin',
    'listExamsToday',
    'listExamSittings',
  ],
]

const SLUGS = ['roles', 'buckets', 'expert']

function pathsOf(row: Operation): string[] {
  const candidates = (name: string) => {
    if (name === 'username') return [USERNAME]
    if (name === 'cloud') return ['aws']
    return name.endsWith('id') ? ids : SLUGS
  }
  return SLUGS.map((_, index) =>
    pathNames(row.path).reduce((path, name) => {
      const values = candidates(name)
      return path.replace(`{${name}}`, values[index % values.length]!)
    }, row.path as string),
  ).filter((path, index, all) => all.indexOf(path) === index)
}

const today = new Date().toISOString().slice(0, 10)
const query: Record<string, string> = {
  ...{ time_zone: 'UTC', month: today.slice(0, 7), date: today, from: today, days: '2', q: USERNAME, number: '1' },
}

/** Query of the call, with the parameters that have a value above. */
function queryOf(row: Operation): string {
  const schema = row.query && (schemas as unknown as Record<string, z.ZodType>)[row.query]
  if (!(schema instanceof z.ZodObject)) return ''
  return `?${new URLSearchParams(Object.entries(query).filter(([name]) => name in schema.shape))}`
}
