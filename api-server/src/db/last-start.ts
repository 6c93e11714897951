import { eq } from 'drizzle-orm'
import { listSteps, readRelease, type Step } from '../release.ts'
import type { Db, OpenedDatabase } from './db.ts'
import type { Progress } from './migrations.ts'
import { settings, users } from './schema/index.ts'

const LAST_START = 'last_start'

/** Release and address of the last start, with which the next one compares its own. */
export interface LastStart {
  version: string
  /** Null before the first start. */
  public_url: string | null
}

/** Undefined if the last start was of a release that did not store it. */
export async function findLastStart(db: Db): Promise<LastStart | undefined> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, LAST_START))
  return row?.value as LastStart | undefined
}

export async function saveLastStart(db: Db, value: LastStart): Promise<void> {
  await db
    .insert(settings)
    .values({ key: LAST_START, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
}

/** Applies pending migrations. A database without accounts notes this release, so that its first start is not taken for an upgrade. */
export async function migrateDatabase({ db, migrate }: OpenedDatabase, progress?: Progress): Promise<void> {
  await migrate(progress)
  if (await hasAccounts(db)) return
  const value: LastStart = { version: readRelease().version, public_url: null }
  await db.insert(settings).values({ key: LAST_START, value }).onConflictDoNothing()
}

/** Steps of the operator between the release that last ran on this database and this one. */
export async function listUpgradeSteps({ db, migrationStatus }: OpenedDatabase): Promise<Step[]> {
  if ((await migrationStatus()).schema === null) return []
  const last = await findLastStart(db)
  return last || (await hasAccounts(db)) ? listSteps(last?.version) : []
}

const hasAccounts = async (db: Db): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).limit(1)).length > 0
