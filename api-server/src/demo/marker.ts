import { eq, sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../db/open.ts'
import { settings, users } from '../db/schema/index.ts'

/** Row in `settings` that marks a demo database. Production refuses to start on it. */
const MARKER = 'demo'

/** The demo was started on a production database, or production on a demo database. */
export class WrongDatabaseError extends Error {
  constructor(demo: boolean) {
    super(
      demo
        ? 'DEMO=1 refuses this database: it holds accounts that the demo did not make. Use an empty one, or set DEMO=0.'
        : 'This database was filled by the demo and cannot be used in production. Use an empty one, or set DEMO=1.',
    )
    this.name = 'WrongDatabaseError'
  }
}

/** Whether the database already contains the demo. Throws if the database and the mode do not match. */
export async function isFilled(db: Db | Tx, { demo }: Pick<Config, 'demo'>): Promise<boolean> {
  const [marker] = await db.select({ key: settings.key }).from(settings).where(eq(settings.key, MARKER))
  if (marker && !demo) throw new WrongDatabaseError(false)
  if (marker || !demo) return Boolean(marker)
  const [someone] = await db.select({ id: users.id }).from(users).limit(1)
  if (someone) throw new WrongDatabaseError(true)
  return false
}

export async function mark(tx: Tx, at: Date): Promise<void> {
  await tx.insert(settings).values({ key: MARKER, value: { filled_at: at.toISOString() } })
}

/** Lock held by the filling transaction, so that only one of several starting processes fills the database. */
export async function holdFilling(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
}

const LOCK = 2_310_771_904
