import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Config } from '../config.ts'
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
 * One feature's data about a person. Exports and deletions use only this interface. `api-server/test/personal-data.test.ts` fails if
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
  kept?: string
}

/** An address without an activated account, whose owner has proved access to the mailbox. */
export interface Address {
  /** In lower case. Longer addresses with the same ending belong to others: `names-address-sql.ts` tells them apart. */
  email: string
  /** Ids of accounts that were registered with it and never activated. */
  begun: string[]
}

/** Same as for a person, for an address. */
export interface AddressData {
  collect?(db: Db, address: Address): Promise<Held[]>
  /** In one transaction with all other parts. A replay finds nothing left to do. */
  erase(tx: Db, address: Address): Promise<void>
}

/** One kind of data about an address. */
export interface Held {
  what: string
  /** Text for the person: what an erasure does with it, and the reason if it is retained. */
  erasure: string
  rows: ({ at: Date } & Record<string, unknown>)[]
}

/** Treatment of a column in an export, and in requests by address from people without an account. */
type Export = ({ exported: true; notExported?: never } | { notExported: string; exported?: never }) & {
  byAddress?: 'erased' | 'redacted' | 'kept'
}

/** Treatment of a column in a deletion if its row stays. `redacted`: the name, the username and the address are removed from free text. */
type Erase =
  | { erased: true; redacted?: never; kept?: never }
  | { redacted: true; erased?: never; kept?: never }
  | { kept: string; erased?: never; redacted?: never }

/** Treatment of each column of a table. */
export interface PersonalTable {
  table: PgTable
  /** Whether a deletion removes whole rows, or treats each column separately. */
  erases: 'rows' | 'columns'
  columns: Readonly<Record<string, Export & Partial<Erase>>>
}

type ColumnsOf<Table extends PgTable> = Table['_']['columns']
type OfEach<Table extends PgTable, Fate> = { readonly [Name in keyof ColumnsOf<Table>]: Fate }
type Shown<Table extends PgTable, Fates> = {
  [Name in keyof ColumnsOf<Table> as Name extends keyof Fates
    ? Fates[Name] extends { exported: true }
      ? Name
      : never
    : never]: ColumnsOf<Table>[Name]
}

/** A table whose rows are deleted with the person. `shown` contains the exported columns, for the query that collects them. */
export const personalRows = <Table extends PgTable, const Fates extends OfEach<Table, Export>>(
  table: Table,
  columns: Fates,
) => ({ table, erases: 'rows' as const, columns, shown: shownOf(table, columns) })

/** A table whose rows stay, with the treatment of each column. */
export const personalColumns = <Table extends PgTable, const Fates extends OfEach<Table, Export & Erase>>(
  table: Table,
  columns: Fates,
) => ({ table, erases: 'columns' as const, columns, shown: shownOf(table, columns) })

function shownOf<Table extends PgTable, Fates extends OfEach<Table, Export>>(table: Table, columns: Fates) {
  const shown = Object.entries(getTableColumns(table)).filter(([name]) => columns[name]?.exported)
  return Object.fromEntries(shown) as Shown<Table, Fates>
}

/** Common reasons why a column is not exported. */
export const because = {
  ours: 'a number of ours',
  opens: 'would open something',
  work: 'how we do our work',
  administrator: 'which administrator it was is theirs',
} as const
