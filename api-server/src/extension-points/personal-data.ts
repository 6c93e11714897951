import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'

/** Whose data it is, as it stands before anything is erased. */
export interface Person {
  id: string
  username: string
  email: string
  full_name: string
}

export interface Erasure extends Person {
  /** Stands where the username stood, in what is kept. */
  alias: string
  keepCertificates: boolean
}

/**
 * What one feature knows of a person: the one interface by which an export collects it and a deletion erases it.
 * `api-server/test/personal-data.test.ts` fails when a table that knows people is in no part.
 */
export interface PersonalData {
  /** The feature; also the name of its file in the archive. */
  name: string
  /** The tables it answers for, as the database calls them. */
  tables: readonly string[]
  /** Nothing secret and nobody else's: no hashes, tokens, flags or voucher codes. */
  collect?(db: Db, person: Person): Promise<object>
  /** Erases or unlinks, in the transaction of the whole. A replay finds nothing left to do. */
  erase(tx: Db, person: Erasure): Promise<void>
  /** Files that go into the archive besides, by name. */
  files?(deps: { db: Db; config: Config }, person: Person): Promise<Record<string, Uint8Array>>
  /** In words for the person: what goes, and what stays and why. */
  erased?: string
  kept?: string
}
