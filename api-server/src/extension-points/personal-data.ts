import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
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
 * `api-server/test/personal-data.test.ts` fails when a column that knows people is in no part, and when a part does not do what it says.
 */
export interface PersonalData {
  /** The feature; also the name of its file in the archive. */
  name: string
  /** The tables it answers for, column by column. */
  tables: readonly PersonalTable[]
  /** Nothing secret and nobody else's: no hashes, tokens, flags or voucher codes. */
  collect?(db: Db, person: Person): Promise<object>
  /** Erases or unlinks, in the transaction of the whole. A replay finds nothing left to do. */
  erase?(tx: Db, person: Erasure): Promise<void>
  /** What it knows of somebody without an account, by an e-mail address that others gave us. */
  ofAddress?: AddressData
  /** Files that go into the archive besides, by name. */
  files?(deps: { db: Db; config: Config }, person: Person): Promise<Record<string, Uint8Array>>
  /** In words for the person: what goes, and what stays and why. */
  erased?: string
  kept?: string
}

/** An address that no activated account has, whose mailbox was shown to be theirs. */
export interface Address {
  /** In small letters. One that merely ends like it is another's: `names-address-sql.ts` tells them apart. */
  email: string
  /** The ids of the accounts that were begun with it and never activated. */
  begun: string[]
}

/** The same as for a person, for an address. */
export interface AddressData {
  collect?(db: Db, address: Address): Promise<Held[]>
  /** In the transaction of the whole. A replay finds nothing left to do. */
  erase(tx: Db, address: Address): Promise<void>
}

/** One kind of what is held of an address. */
export interface Held {
  what: string
  /** In words: what erasing does with it, and why if it stays. */
  erasure: string
  rows: ({ at: Date } & Record<string, unknown>)[]
}

/** What an export does with a column, and what somebody without an account can do with it by their address. */
type Export = ({ exported: true; notExported?: never } | { notExported: string; exported?: never }) & {
  byAddress?: 'erased' | 'redacted' | 'kept'
}

/** What a deletion does with a column whose row stays. `redacted`: free text loses the name, the username and the address. */
type Erase =
  | { erased: true; redacted?: never; kept?: never }
  | { redacted: true; erased?: never; kept?: never }
  | { kept: string; erased?: never; redacted?: never }

/** What becomes of each column of a table. */
export interface PersonalTable {
  table: PgTable
  /** Whether a deletion takes whole rows, or says of each column what it does. */
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

/** A table whose rows go with the person. `shown` are the exported columns, for the query that collects them. */
export const personalRows = <Table extends PgTable, const Fates extends OfEach<Table, Export>>(
  table: Table,
  columns: Fates,
) => ({ table, erases: 'rows' as const, columns, shown: shownOf(table, columns) })

/** A table whose rows stay, with what is left in them. */
export const personalColumns = <Table extends PgTable, const Fates extends OfEach<Table, Export & Erase>>(
  table: Table,
  columns: Fates,
) => ({ table, erases: 'columns' as const, columns, shown: shownOf(table, columns) })

function shownOf<Table extends PgTable, Fates extends OfEach<Table, Export>>(table: Table, columns: Fates) {
  const shown = Object.entries(getTableColumns(table)).filter(([name]) => columns[name]?.exported)
  return Object.fromEntries(shown) as Shown<Table, Fates>
}

/** Why a column is not exported, where many have the same reason. */
export const because = {
  ours: 'a number of ours',
  opens: 'would open something',
  work: 'how we do our work',
  administrator: 'which administrator it was is theirs',
} as const
