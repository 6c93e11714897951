import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Config } from '../config.ts'
import type { PersonalTable } from '../db/duties.ts'
import type { Db } from '../db/open.ts'

/** Owner of the data, as of before the erasure. */
export interface Person {
  id: string
  username: string
  email: string
  full_name: string
}

export interface Erasure extends Person {
  /** Replaces the username in retained data. */
  alias: string
  keepCertificates: boolean
}

/**
 * One feature's data about a person. Exports and deletions use only this interface. `api-server/test/data/personal-data.test.ts` fails if
 * a column with personal data is not covered, or if a part does not do what it declares.
 */
export interface PersonalData {
  /** Name of the feature, and of its file in the archive. */
  name: string
  tables: readonly PersonalTable[]
  /** Collects the exported data. Must not contain secrets or other people's data: no hashes, tokens, flags or voucher codes. */
  collect?(db: Db, person: Person): Promise<object>
  /** Erases or unlinks the data, in one transaction with all other parts. A replay finds nothing left to do. */
  erase?(tx: Db, person: Erasure): Promise<void>
  /** Data about people without an account, by an e-mail address that others gave us. */
  ofAddress?: AddressData
  /** Additional files for the archive, by name. */
  files?(deps: { db: Db; config: Config }, person: Person): Promise<Record<string, Uint8Array>>
  /** Texts for the person: what is erased, and what is retained and why. */
  erased?: string
  retained?: string
}

/** Additions to the duties of the tables: `collect` adds fields to the archive, and `erase` runs before the generic erasure. */
export interface SpecialDuties extends Omit<PersonalData, 'name' | 'tables' | 'ofAddress'> {
  ofAddress?: { lists?: readonly AddressList[]; erase?: AddressData['erase'] }
}

/** An address without an activated account, whose owner has proved access to the mailbox. */
export interface Address {
  /** In lower case. Longer addresses with the same ending belong to others: `namesAddress` tells them apart. */
  email: string
  /** Ids of accounts that were registered with it and never activated. */
  begun: string[]
}

/** Same as for a person, for an address. */
export interface AddressData {
  collect?(db: Db, address: Address): Promise<AddressRows[]>
  /** In one transaction with all other parts. A replay finds nothing left to do. */
  erase(tx: Db, address: Address): Promise<void>
}

/** One kind of data about an address. */
export interface AddressRows {
  what: string
  /** Text for the person: what an erasure does with it, and the reason if it is retained. */
  erasure: string
  rows: ({ at: Date } & Record<string, unknown>)[]
}

/** The rows of one kind of data about an address. */
export interface AddressList extends Omit<AddressRows, 'rows'> {
  from: PgTable
  shows: { at: PgColumn } & Record<string, PgColumn | SQL>
  where(address: Address): SQL | undefined
  /** If not by `at`. */
  order?: PgColumn
}
