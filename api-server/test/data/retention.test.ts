import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileOf } from '../../src/areas/support/privacy/exports.ts'
import { PRUNE_ROWS, pruneExpired } from '../../src/areas/support/privacy/jobs.ts'
import type { Db, OpenedDatabase } from '../../src/db/open.ts'
import * as schema from '../../src/db/schema/index.ts'
import { openFileStore } from '../../src/integrations/files.ts'
import { createLog } from '../../src/log.ts'
import { extensions } from '../../src/registry/extensions.ts'
import { retention } from '../../src/registry/retention.ts'
import { describeOnPostgres, openTestDatabaseOf, openTestPostgres, usualKinds } from '../database.ts'
import { plantCanaries, plantRow, type Row } from './canaries.ts'
import { listPersonalTables, tables } from './personal-columns.ts'

const files = openFileStore(join(tmpdir(), `flagyard-retention-${process.pid}`))
const log = createLog({ logLevel: 'silent' })

/** Tables without personal data. Their rows have no retention period. */
const ofTheProduct = ['settings', 'cloud_accounts', 'incidents', 'content_drafts', 'content_revisions']

test('every table with personal data has a retention period, or names what its rows depend on', () => {
  const ruled = new Set(retention.flatMap((rule) => rule.tables))
  const without = listPersonalTables(tables).filter((table) => !ruled.has(table))
  expect(without.map((table) => getTableConfig(table).name).toSorted()).toEqual(ofTheProduct.toSorted())
})

test('each rule has a unique name, a start and a reason, and a job enforces every period in days', () => {
  expect(new Set(retention.map(({ name }) => name)).size).toBe(retention.length)
  for (const { name, what, since, why } of retention)
    for (const words of [what, since, why]) expect(words, name).not.toBe('')
  const byOthers = ['deleted-accounts', 'jobs', 'dead-letters']
  const untaken = retention.filter(({ days, prune }) => days !== null && !prune).map(({ name }) => name)
  expect(untaken.toSorted()).toEqual(byOthers.toSorted())
})

interface Bench {
  db: Db
  /** Inserts a row and fills the columns that are not given. */
  plant(table: PgTable, given: Row): Promise<Row>
}
/** Creates the data of a rule with the given age, and returns a check whether it still exists. */
type Case = (bench: Bench, at: Date) => Promise<() => Promise<boolean>>

const isThere = (db: Db, table: PgTable, where: SQL) => async () => (await db.$count(table, where)) > 0

/** Case of a rule that deletes whole rows by a timestamp. */
const row =
  <Table extends PgTable & { [Name in Key]: PgTable['_']['columns'][string] }, Key extends string>(
    table: Table,
    key: Key,
    given: (at: Date) => Row,
  ): Case =>
  async ({ db, plant }, at) => {
    const planted = await plant(table, given(at))
    return isThere(db, table, eq(table[key], planted[key]))
  }

const never = null
const cases: Record<string, Case> = {
  'unactivated-accounts': async (bench, at) => {
    const { id } = await plantUser(bench, { activated_at: never, created_at: at })
    return isThere(bench.db, schema.users, sql`id = ${id}`)
  },
  sessions: row(schema.sessions, 'id', (at) => ({ ended_at: at, see_as_code_hash: never })),
  'mailed-links': row(schema.mailTokens, 'id', (at) => ({ expires_at: at, used_at: never, token_hash: randomUUID() })),
  'passkey-challenges': row(schema.passkeyChallenges, 'id', (at) => ({ expires_at: at, hash: randomUUID() })),
  'factor-removals': row(schema.factorRemovals, 'id', (at) => ({ ended_at: at, state: 'done' })),
  'unconfirmed-factors': row(schema.factors, 'id', (at) => ({
    ...{ confirmed_at: never, created_at: at, credential_id: never },
  })),
  'mail-texts': async ({ db, plant }, at) => {
    const { id } = await plant(schema.outbox, { created_at: at, state: 'sent', dedupe_key: never })
    return isThere(db, schema.outbox, sql`id = ${id} and (text <> '' or html <> '' or attachments <> '[]'::jsonb)`)
  },
  mails: row(schema.outbox, 'id', (at) => ({ created_at: at, state: 'bounced', dedupe_key: never })),
  processes: row(schema.processes, 'id', (at) => ({ beat_at: at })),
  'backup-runs': row(schema.backupRuns, 'id', (at) => ({ started_at: at })),
  'idempotency-keys': row(schema.idempotencyKeys, 'key', (at) => ({ created_at: at, key: randomUUID() })),
  attempts: row(schema.rateLimits, 'key', (at) => ({ resets_at: at, key: randomUUID() })),
  'deployment-events': async ({ db, plant }, at) => {
    const { id } = await plant(schema.deployments, ended(at))
    await plant(schema.deploymentEvents, { deployment_id: id, at })
    return isThere(db, schema.deploymentEvents, sql`deployment_id = ${id}`)
  },
  'shell-log': async ({ db, plant }, at) => {
    const { id } = await plant(schema.deployments, ended(at))
    await plant(schema.shellLog, { deployment_id: id })
    return isThere(db, schema.shellLog, sql`deployment_id = ${id}`)
  },
  'deployment-outputs': async ({ db, plant }, at) => {
    const { id } = await plant(schema.deployments, ended(at))
    const outputs = sql`id = ${id} and (outputs <> '{}'::jsonb or console_url is not null or credentials_sealed is not null
      or stages @? '$[*].log[0]')`
    return isThere(db, schema.deployments, outputs)
  },
  'nuke-receipts': async ({ db, plant }, at) => {
    const { id } = await plant(schema.nukeReceipts, { at })
    await plant(schema.nukeReceipts, { at: new Date() })
    return isThere(db, schema.nukeReceipts, sql`id = ${id}`)
  },
  'simulated-history': row(schema.simulatedHistory, 'id', (at) => ({ at, name: at.toISOString() })),
  'region-outages': row(schema.regionOutages, 'id', (at) => ({ ended_at: at })),
  'pool-drifts': row(schema.poolDrifts, 'id', (at) => ({ at })),
  'terraform-states': async ({ db, plant }, at) => {
    const place = { cloud: 'gcp', account_id: randomUUID() }
    await plant(schema.cloudAccounts, { id: randomUUID(), ...place, deployment_id: never, retired_at: at })
    const { deployment_id } = await environmentIn({ plant }, place)
    return isThere(db, schema.terraformStates, sql`deployment_id = ${deployment_id}`)
  },
  'group-reservations': row(schema.groupReservations, 'id', (at) => ({
    ...{ from_at: new Date(at.getTime() - 3_600_000), until_at: at, accounts: 1 },
  })),
  'cloud-account-transitions': async ({ db, plant }, at) => {
    const { id } = await plant(schema.cloudAccountTransitions, { at })
    await plant(schema.cloudAccountTransitions, { at: new Date() })
    return isThere(db, schema.cloudAccountTransitions, sql`id = ${id}`)
  },
  'webhook-deliveries': row(schema.webhookDeliveries, 'id', (at) => ({ created_at: at })),
  'removed-banners': row(schema.banners, 'id', (at) => ({ removed_at: at })),
  'flag-tries': row(schema.flagTries, 'id', (at) => ({ at })),
  'lesson-reports': row(schema.lessonReports, 'id', (at) => ({ decided_at: at, state: 'closed' })),
  freezes: row(schema.freezes, 'id', (at) => ({ lifted_at: at })),
  'planted-flags': async ({ db, plant }, at) => {
    const { id: flag_id } = await plant(schema.flags, { slug: randomUUID() })
    const { id: deployment_id } = await plant(schema.deployments, ended(at))
    const row = { flag_id, deployment_id, planted_at: at, fingerprint: randomUUID() }
    const { fingerprint } = await plant(schema.plantedFlags, row)
    return isThere(db, schema.plantedFlags, sql`fingerprint = ${fingerprint}`)
  },
  'flag-alerts': row(schema.flagAlerts, 'id', (at) => ({ resolved_at: at })),
  'watch-clocks': async (bench, at) => {
    const { id } = await plantUser(bench, {})
    await bench.plant(schema.watchClocks, { user_id: id, last_at: at })
    return isThere(bench.db, schema.watchClocks, sql`user_id = ${id}`)
  },
  'unpaid-orders': async ({ db, plant }, at) => {
    const { id } = await plant(schema.orders, { ...order(), state: 'draft', paid_at: never, created_at: at })
    return isThere(
      db,
      schema.orders,
      sql`id = ${id} and (state <> 'cancelled' or billing is not null or recipients <> '[]'::jsonb)`,
    )
  },
  'order-recipients': async ({ db, plant }, at) => {
    const { id } = await plant(schema.orders, { ...order(), state: 'fulfilled', paid_at: at })
    return isThere(db, schema.orders, sql`id = ${id} and recipients <> '[]'::jsonb`)
  },
  'voucher-recipients': async ({ db, plant }, at) => {
    const codes = { code: randomUUID(), seat: never, created_at: new Date(0) }
    const { id } = await plant(schema.vouchers, { ...codes, state: 'activated', activated_at: at })
    return isThere(db, schema.vouchers, sql`id = ${id} and recipient is not null`)
  },
  'organisation-invitations': row(schema.organisationInvitations, 'id', (at) => ({
    ...{ expires_at: at, ended_at: never, token_hash: randomUUID(), email: `${randomUUID()}@example.org` },
  })),
  'bulk-items': async ({ db, plant }, at) => {
    const { id } = await plant(schema.bulkJobs, { finished_at: at })
    await plant(schema.bulkItems, { job_id: id })
    return isThere(db, schema.bulkItems, sql`job_id = ${id}`)
  },
  'bulk-jobs': row(schema.bulkJobs, 'id', (at) => ({ finished_at: at })),
  alarms: row(schema.alarms, 'id', (at) => ({ ended_at: at })),
  'canary-runs': row(schema.canaryRuns, 'id', (at) => ({ ended_at: at })),
  'alarm-deliveries': row(schema.alarmDeliveries, 'id', (at) => ({ created_at: at })),
  archives: async ({ plant }, at) => {
    const mine = { kind: 'export', state: 'ready', user_id: randomUUID(), finished_at: at }
    const { id } = await plant(schema.privacyRequests, mine)
    const file = fileOf(String(id))
    await files.put(file, Buffer.from('an archive'))
    return async () => (await files.size(file)) !== null
  },
  'address-requests': row(schema.addressRequests, 'id', (at) => ({
    ...{ expires_at: at, used_at: never, token_hash: randomUUID() },
  })),
  'privacy-requests': row(schema.privacyRequests, 'id', (at) => ({
    ...{ kind: 'deletion', state: 'done', user_id: randomUUID(), finished_at: at },
  })),
}

/** Terraform environment that was recorded long ago. */
async function environmentIn({ plant }: Pick<Bench, 'plant'>, place: { cloud: string; account_id: string }) {
  const environment = await plant(schema.terraformEnvironments, {
    ...{ ...place, deployment_id: randomUUID(), created_at: new Date(0) },
  })
  await plant(schema.terraformStates, { id: randomUUID(), deployment_id: environment.deployment_id })
  return environment
}

const ended = (at: Date) => ({
  state: 'ended',
  ended_at: at,
  cloud_account_id: never,
  stages: [{ name: 'build', state: 'done', started_at: never, ended_at: never, log: ['a line'] }],
  outputs: { password: 'a secret' },
})
const order = () => ({ number: randomUUID(), provider_session: randomUUID(), closed_at: never })

let people = 0
const plantUser = ({ plant }: Bench, given: Row) => {
  people += 1
  return plant(schema.users, {
    ...{
      id: randomUUID(),
      username: `planted-${people}`,
      email: `planted-${people}@example.org`,
      full_name: 'Planted',
    },
    ...given,
  })
}

const prune = (db: Db, signal: AbortSignal, rules = retention) =>
  pruneExpired({ extensions: { ...extensions, retention: rules }, db, files, log }, signal)

const pruning = retention.filter(({ prune }) => prune)
const hour = 3_600_000
const ago = (days: number, more = 0) => new Date(Date.now() - days * 24 * hour - more)

test('every rule that deletes data has a case in this file', () => {
  expect(pruning.map(({ name }) => name).toSorted()).toEqual(Object.keys(cases).toSorted())
})

async function openBench(opened: OpenedDatabase): Promise<Bench> {
  const planted = await plantCanaries(opened.db)
  return { db: opened.db, plant: (table, given) => plantRow(opened.db, table, planted, given) }
}

describe.each(usualKinds)('the job deletes expired data and nothing else (%s)', (kind) => {
  let opened: OpenedDatabase
  let bench: Bench
  beforeAll(async () => {
    opened = await openTestDatabaseOf(kind)
    bench = await openBench(opened)
  })
  afterAll(() => opened.close())

  test.each(pruning)('$name: $days days', async ({ name, days, prune }) => {
    const make = cases[name]!
    const take = (limit: number) => prune!({ db: bench.db, files }, { days: days!, limit })
    await take(PRUNE_ROWS)
    const [older, old, younger] = [
      await make(bench, ago(days!, 2 * hour)),
      await make(bench, ago(days!, hour)),
      await make(bench, ago(days!, -hour)),
    ]
    const there = async () => [await older(), await old(), await younger()]
    expect(await there()).toEqual([true, true, true])
    expect(await take(1), 'a batch is bounded').toBe(1)
    expect((await there()).filter(Boolean)).toHaveLength(2)
    expect(await take(PRUNE_ROWS)).toBe(1)
    expect(await there()).toEqual([false, false, true])
    expect(await take(PRUNE_ROWS), 'a replay finds nothing').toBe(0)
    expect(await there()).toEqual([false, false, true])
  })

  test('deletes in batches until nothing is left, and skips a rule that fails', async () => {
    const many = Array.from({ length: PRUNE_ROWS + 1 }, (_, n) => ({ key: `many ${n}`, count: 1, resets_at: ago(2) }))
    await bench.db.insert(schema.rateLimits).values(many)
    const failing = { ...pruning[0]!, name: 'failing', prune: () => Promise.reject(new Error('no')) }
    await prune(bench.db, new AbortController().signal, [failing, ...retention])
    expect(await bench.db.$count(schema.rateLimits, sql`key like 'many %'`)).toBe(0)
  })

  test('starts no further batch after a stop signal', async () => {
    await bench.db.insert(schema.rateLimits).values({ key: 'left', count: 1, resets_at: ago(2) })
    await prune(bench.db, AbortSignal.abort())
    expect(await bench.db.$count(schema.rateLimits, eq(schema.rateLimits.key, 'left'))).toBe(1)
  })

  test('retains the newest receipt, step and record of an account, waiting mails, paid orders and unused vouchers', async () => {
    const { db, plant } = bench
    const account = await plant(schema.cloudAccounts, {
      id: randomUUID(),
      account_id: 'retained',
      deployment_id: never,
      cloud: 'gcp',
      retired_at: never,
    })
    const recorded = await environmentIn(bench, { cloud: 'gcp', account_id: 'retained' })
    const long = new Date(0)
    const oldEntry = { cloud_account_id: account.id, at: long }
    const receipt = await plant(schema.nukeReceipts, oldEntry)
    const step = await plant(schema.cloudAccountTransitions, oldEntry)
    const mail = await plant(schema.outbox, { created_at: long, state: 'waiting', dedupe_key: never })
    const paid = await plant(schema.orders, { ...order(), created_at: long, paid_at: ago(1) })
    const unused = { code: randomUUID(), seat: never, created_at: long, state: 'available', expires_at: never }
    const voucher = await plant(schema.vouchers, unused)
    await prune(db, new AbortController().signal)
    for (const [table, retained] of [
      [schema.nukeReceipts, receipt],
      [schema.cloudAccountTransitions, step],
      [schema.outbox, mail],
      [schema.orders, paid],
      [schema.vouchers, voucher],
    ] as const)
      expect(await db.select().from(table).where(sql`id = ${retained.id}`), getTableConfig(table).name).toEqual([
        retained,
      ])
    expect(
      await db.select().from(schema.terraformEnvironments).where(sql`deployment_id = ${recorded.deployment_id}`),
    ).toEqual([recorded])
  })
})

describeOnPostgres('on real Postgres', () => {
  test('concurrent runs delete each row once and do not wait for locked rows', async () => {
    const opened = await openTestPostgres()
    try {
      const { db } = opened
      const rows = Array.from({ length: 40 }, (_, n) => ({ key: `one of many ${n}`, count: 1, resets_at: ago(2) }))
      await db.insert(schema.rateLimits).values(rows)
      const { prune, days } = pruning.find(({ name }) => name === 'attempts')!
      const take = () => prune!({ db, files }, { days: days!, limit: 10 })
      await db.transaction(async (tx) => {
        await tx.select().from(schema.rateLimits).where(eq(schema.rateLimits.key, 'one of many 7')).for('update')
        const taken = await Promise.all([take(), take(), take(), take()])
        expect(taken.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(10)
        while ((await take()) > 0);
        expect(await db.$count(schema.rateLimits)).toBe(1)
      })
      expect(await take()).toBe(1)
    } finally {
      await opened.close()
    }
  })
})
