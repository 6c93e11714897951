import { sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import { settings, users } from '../db/schema/index.ts'
import { addAccounts } from './accounts.ts'
import { addBatches } from './batches.ts'
import { addCatalogue, videos } from './catalogue-rows.ts'
import { addFeedback } from './feedback.ts'
import { addLearning } from './learning.ts'
import { addPeople } from './people.ts'
import { emptyRows, insertRows, type Rows } from './rows.ts'
import { addSales } from './sales.ts'

export interface Filling {
  config: Pick<Config, 'demo'>
  db: Db
  now: Date
  /** The stored form of DEMO_PASSWORD. */
  passwordHash: string
  /** Seals an account's credentials to its row, as the cloud-accounts feature does. */
  seal(plain: string, rowId: string): string
  /** Puts a file of ours where the video calls look for it. */
  storeFile(key: string, path: string): Promise<void>
}

/** The row of `settings` by which demo mode knows its own databases, and production refuses them. */
export const DEMO_MARKER = 'demo'

/** Demo mode was started on a database that holds something else. */
export class NotADemoDatabaseError extends Error {
  constructor() {
    super(
      'DEMO=1 refuses this database: it holds accounts and was not made by the demo. Use an empty one, or unset DEMO.',
    )
    this.name = 'NotADemoDatabaseError'
  }
}

/**
 * Fills an empty database with the demo, in one transaction; a database that holds it is left as it is.
 * Processes that start together do it once. The files go first: they may be written twice without harm.
 */
export async function fillDemo(filling: Filling): Promise<'filled' | 'already filled'> {
  if (!filling.config.demo) throw new Error('The demo is never filled outside demo mode.')
  for (const { key, path } of videos()) await filling.storeFile(key, path)
  return filling.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    const [marker] = await tx.select().from(settings).where(sql`${settings.key} = ${DEMO_MARKER}`)
    if (marker) return 'already filled'
    const [someone] = await tx.select({ id: users.id }).from(users).limit(1)
    if (someone) throw new NotADemoDatabaseError()
    await insertRows(tx, demoRows(filling))
    await tx.insert(settings).values({ key: DEMO_MARKER, value: { filled_at: filling.now.toISOString() } })
    return 'filled'
  })
}

const LOCK = 2_310_771_904

/** The whole demo as rows: the same for the same `now`, but for what sealing adds. */
export function demoRows(filling: Pick<Filling, 'now' | 'passwordHash' | 'seal'>): Rows {
  const rows = emptyRows()
  addCatalogue(rows, filling.now)
  addPeople(rows, filling)
  addSales(rows, filling.now)
  addBatches(rows, filling.now)
  const leases = addLearning(rows, filling.now)
  addAccounts(rows, leases, filling)
  addFeedback(rows, filling.now)
  return rows
}
