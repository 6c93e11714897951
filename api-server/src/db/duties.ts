import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** Reasons that many columns share, by the short name of their group. */
const reasons: Readonly<Record<string, string>> = {
  ours: 'an internal number',
  opens: 'grants access to something',
  work: 'internal processing',
  administrator: 'personal data of the administrator',
  named: 'shown by its name',
  follows: 'derived from other columns',
  leads: 'only an id, which identifies no one after the row it refers to is deleted',
}

/** Treatment of a column in an export, and in requests by address from people without an account. */
type Export = ({ exported: true; notExported?: never } | { notExported: string; exported?: never }) & {
  byAddress?: 'erased' | 'redacted' | 'retained'
}

/** Treatment of a column in a deletion if its row stays. `redacted`: the name, the username and the address are removed from free text. */
type Erase =
  | { erased: true; redacted?: never; retained?: never }
  | { redacted: true; erased?: never; retained?: never }
  | { retained: string; erased?: never; redacted?: never }

type Columns = Readonly<Record<string, Export & Partial<Erase>>>

/** Treatment of each column of a table. */
export interface PersonalTable extends Rows {
  table: PgTable
  /** Whether a deletion removes whole rows, or treats each column separately. */
  erases: 'rows' | 'columns'
  columns: Columns
  /** Columns of the person's rows that a deletion sets to null, and to the alias. */
  cleared?: readonly string[]
  aliased?: readonly string[]
}

/** How the rows of a person are found and exported. Omitted if the feature does it, or if the rows belong to no person. */
interface Rows {
  /**
   * Column with the person's id, or references that lead to it: the attempt of a note, then the user of the attempt. Rows that
   * are found over references are deleted by the database, with what they refer to.
   */
  of?: PgColumn | readonly PgColumn[]
  /** Another column with a person's id. A deletion also removes the rows with it, but an export does not contain them. */
  alsoOf?: PgColumn
  /** Column with an address. Its owner's rows are deleted; if the row stays, the address is set to null. */
  email?: PgColumn
  /** Column with the id of a person who does not own the row. A deletion sets it to null. */
  unlinked?: PgColumn
  /** Name of the rows in the archive; they are not exported without one. */
  as?: string
  order?: PgColumn | SQL | readonly PgColumn[]
  /** Fields before and after the exported columns. */
  first?: Readonly<Record<string, SQL>>
  last?: Readonly<Record<string, SQL>>
}

/** Names of columns, separated by spaces. */
type Names = string | readonly string[]
/** Columns by their treatment in an export: `exported`, or the reason why not. */
type Groups = Readonly<Record<string, Names>>

/** Columns by their treatment in a deletion. */
interface Fates {
  /** The row is deleted. */
  deleted?: Groups
  /** By the reason. Columns without a group are not exported for the same reason. */
  retained?: Readonly<Record<string, Names | Groups>>
  redacted?: Groups
  cleared?: Groups
  aliased?: Groups
  /** Erased by the feature's own `erase`, or with the column that it follows. */
  replaced?: Groups
}
interface Declared extends Rows, Fates {
  byAddress?: Readonly<Partial<Record<'erased' | 'redacted' | 'retained', Names>>>
}

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text
type Named<T> = T extends string
  ? Words<T>
  : T extends readonly (infer One)[]
    ? Named<One>
    : T extends object
      ? Named<T[keyof T]>
      : never
type Exported<T> = T extends string | readonly string[]
  ? never
  : T extends { exported: infer Shown }
    ? Named<Shown>
    : T extends object
      ? { [Key in keyof T]: Exported<T[Key]> }[keyof T]
      : never
type ColumnsOf<Table extends PgTable> = Table['_']['columns']
type FatesOf<D> = Pick<D, Extract<keyof D, keyof Fates>>
type Missing<Table extends PgTable, D> = Exclude<keyof ColumnsOf<Table>, Named<FatesOf<D>>>
type Unknown<Table extends PgTable, D> = Exclude<
  Named<Pick<D, Extract<keyof D, keyof Fates | 'byAddress'>>>,
  keyof ColumnsOf<Table>
>
/** A type error unless the declaration names each column of the table, and no other. */
type Complete<Table extends PgTable, D> = [Missing<Table, D> | Unknown<Table, D>] extends [never]
  ? unknown
  : { 'columns without a duty': Missing<Table, D>; 'unknown columns': Unknown<Table, D> }

/** Declares what happens to the columns of a table with personal data. `shown` contains the exported columns. */
export function personal<Table extends PgTable, const D extends Declared>(
  table: Table,
  declared: D & Complete<Table, D>,
) {
  const { deleted, retained, redacted, cleared, aliased, replaced, byAddress, ...rows }: Declared = declared
  const fates: [name: string, Export & Partial<Erase>][] = [
    ...entriesOf(deleted, {}),
    ...Object.entries(retained ?? {}).flatMap(([reason, of]) =>
      entriesOf(typeof of === 'string' || Array.isArray(of) ? { [reason]: of } : (of as Groups), {
        retained: reasons[reason] ?? reason,
      }),
    ),
    ...entriesOf(redacted, { redacted: true }),
    ...[cleared, aliased, replaced].flatMap((groups) => entriesOf(groups, { erased: true })),
  ]
  const columns: Record<string, Export & Partial<Erase>> = Object.fromEntries(fates)
  if (Object.keys(columns).length < fates.length) throw new Error(`A column of ${getTableName(table)} has two duties`)
  for (const [treatment, names] of Object.entries(byAddress ?? {}))
    for (const name of namesIn(names)) columns[name] = { ...columns[name], byAddress: treatment } as Columns[string]
  const shown = Object.entries(getTableColumns(table)).filter(([name]) => columns[name]?.exported)
  type Shown = Pick<ColumnsOf<Table>, Extract<keyof ColumnsOf<Table>, Exported<FatesOf<D>>>>
  return {
    ...rows,
    table,
    columns,
    erases: deleted ? ('rows' as const) : ('columns' as const),
    cleared: Object.values(cleared ?? {}).flatMap(namesIn),
    aliased: Object.values(aliased ?? {}).flatMap(namesIn),
    shown: Object.fromEntries(shown) as unknown as Shown,
  }
}

const namesIn = (names: Names) => [names].flat().flatMap((line) => line.split(' '))

function entriesOf(groups: Groups | undefined, erase: Partial<Erase>) {
  return Object.entries(groups ?? {}).flatMap(([group, names]) => {
    const shown: Export = group === 'exported' ? { exported: true } : { notExported: reasons[group] ?? group }
    return namesIn(names).map((name) => [name, { ...shown, ...erase } as Columns[string]] as [string, Columns[string]])
  })
}

/** Field of another row, over references: the lesson of a note, the course of the lesson, the slug of the course. */
export function lookup(reference: PgColumn, ...path: [PgColumn, ...PgColumn[]]): SQL<string> {
  const chain = path.reduce<SQL>((value, column) => {
    const table = sql.identifier(getTableName(column.table))
    return sql`(select ${full(column)} from ${table} where ${table}.id = ${value})`
  }, full(reference))
  return chain.mapWith(path.at(-1) ?? reference) as SQL<string>
}

/** Includes the table name, which drizzle omits when it selects from one table. */
const full = (column: PgColumn) => sql`${sql.identifier(getTableName(column.table))}.${sql.identifier(column.name)}`
