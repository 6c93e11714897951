import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOptionalAccount } from '../../src/areas/clouds/cloud-accounts/queries.ts'
import { findOwnDeployment } from '../../src/areas/clouds/deployments/queries.ts'
import { findBanner, lockBanner } from '../../src/areas/operations/banners/queries.ts'
import { findJob } from '../../src/areas/operations/bulk/queries.ts'
import { findFlagWithProgress } from '../../src/areas/training/lab-work/flag-queries.ts'
import type { Db, OpenedDatabase } from '../../src/db/open.ts'
import * as schema from '../../src/db/schema/index.ts'
import { requeueMail } from '../../src/mail/queries.ts'
import { describeOnPostgres, openTestPostgres } from '../database.ts'

/** Lookups by an id from a URL path. */
const lookups: Record<string, (db: Db, id: string) => Promise<unknown>> = {
  'a failed mail': (db, id) => requeueMail(db, randomUUID(), id),
  'a bulk job': findJob,
  'a banner': findBanner,
  'a banner for editing': lockBanner,
  'a cloud account': findOptionalAccount,
  'a deployment': (db, id) => findOwnDeployment(db, randomUUID(), id),
  'a flag': (db, id) => findFlagWithProgress(db, randomUUID(), id),
}

describeOnPostgres('lookups by id', () => {
  let opened: OpenedDatabase & { url: string }
  let client: pg.Client
  let db: Db
  let asked: { text: string; values: unknown[] }[] = []

  beforeAll(async () => {
    opened = await openTestPostgres()
    client = new pg.Client(opened.url)
    await client.connect()
    const logger = { logQuery: (text: string, values: unknown[]) => asked.push({ text, values }) }
    db = drizzle(client, { schema, logger }) as unknown as Db
    // Without rows, Postgres prefers a sequential scan to an index.
    await client.query('set enable_seqscan = off')
    await client.query(`insert into cloud_accounts (cloud, account_id, name, region)
      select (array['aws', 'azure', 'gcp'])[1 + n % 3], 'account-' || n, 'Account ' || n, 'eu-central-1' from generate_series(1, 3000) n`)
    await client.query('analyze cloud_accounts')
  })
  afterAll(async () => {
    await client.end()
    await opened.close()
  })

  const ask = async (find: (db: Db, id: string) => Promise<unknown>, id: string) => {
    asked = []
    const outcome = await find(db, id).catch((error) => error.code)
    return { outcome, ...asked[0] }
  }

  test.each(Object.entries(lookups))('%s uses an index on the id', async (_name, find) => {
    const id = randomUUID()
    const { text, values } = await ask(find, id)
    const { rows } = await client.query(`explain (format json) ${text}`, values)
    expect(JSON.stringify(rows)).toMatch(new RegExp(`"Index Cond":"[^"]*\\bid = '${id}'::uuid`))
  })

  test.each(Object.entries(lookups))('%s finds nothing for a malformed id', async (_name, find) => {
    const { outcome } = await ask(find, randomUUID())
    for (const id of ['none', '', randomUUID().toUpperCase(), `${randomUUID()} `, randomUUID().replaceAll('-', '')])
      expect((await ask(find, id)).outcome, id).toEqual(outcome)
  })
})
