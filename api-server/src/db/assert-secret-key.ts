import { eq } from 'drizzle-orm'
import type { Secrets } from '../secrets.ts'
import type { Db } from './db.ts'
import { settings } from './schema/index.ts'

/** SECRET_KEY is not the key that sealed the data in the database. */
export class WrongSecretKeyError extends Error {
  constructor(demo: boolean) {
    const next = demo
      ? 'Restore the file secret-key of its DATA_DIR, or start with an empty database.'
      : 'Start with the SECRET_KEY that this database was used with.'
    super(
      `SECRET_KEY does not match this database: cloud credentials, second factors and webhook secrets in it could not be opened. ${next}`,
    )
    this.name = 'WrongSecretKeyError'
  }
}

const SETTING = 'secret_key_check'
const TEXT = 'The key of this database'

/**
 * Verifies that SECRET_KEY is the key that the database was first started with, using a text sealed in the database. Without this check, a wrong key
 * would cause failures only later, in sign-ins and labs, and new rows would be sealed with it.
 */
export async function assertSecretKey(db: Db, secrets: Secrets, config: { demo: boolean }): Promise<void> {
  const value = { sealed: secrets.seal('key-check', SETTING, TEXT) }
  await db.insert(settings).values({ key: SETTING, value }).onConflictDoNothing()
  await compareSecretKey(db, secrets, config)
}

/** The same without writing. Returns whether the database has a key yet. */
export async function compareSecretKey(db: Db, secrets: Secrets, { demo }: { demo: boolean }): Promise<boolean> {
  const [stored] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, SETTING))
  if (!stored) return false
  try {
    secrets.open('key-check', SETTING, (stored.value as { sealed: string }).sealed)
    return true
  } catch (error) {
    throw Object.assign(new WrongSecretKeyError(demo), { cause: error })
  }
}
