import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as schema from '../../src/db/schema/index.ts'
import type { PersonalData } from '../../src/extension-points/personal-data.ts'

/** Tables of the product, without those of the simulated clouds, which represent external systems. */
export const tables = Object.values<unknown>(schema)
  .filter((value): value is PgTable => is(value, PgTable))
  .filter((table) => getTableConfig(table).schema === undefined)

const KNOWS_PEOPLE =
  /^(user|owner|actor|order|deployment|session|attempt)(_id)?$|^account$|_by$|recipient|email|^address$|full_name|username|billing|buyer/

/** Columns with the address of a person who may have no account. */
const KNOWS_ADDRESSES = /(^|_)email$|recipient|^billing$|^buyer$/

/**
 * Tables with personal data: tables that reference a person, contain a column with such a name, or reference another
 * table with personal data.
 */
export function listPersonalTables(of: readonly PgTable[]): PgTable[] {
  const found = new Set(of.filter((table) => getTableConfig(table).name === 'users'))
  for (let before = 0; before !== found.size; ) {
    before = found.size
    for (const table of of)
      if (getTableConfig(table).foreignKeys.some((key) => found.has(key.reference().foreignTable))) found.add(table)
  }
  const named = of.filter((table) => Object.keys(getTableColumns(table)).some((name) => KNOWS_PEOPLE.test(name)))
  return [...new Set([...found, ...named])]
}

/** Problems in the definitions of personal data for these tables, one sentence each. */
export function listFaults(of: readonly PgTable[], parts: readonly Pick<PersonalData, 'tables'>[]): string[] {
  const answered = parts.flatMap((part) => part.tables)
  const columnsOf = (table: PgTable) => Object.keys(getTableColumns(table))
  const nameOf = (table: PgTable) => getTableConfig(table).name
  return [
    ...listPersonalTables(of).flatMap((table) => {
      const defined = answered.find((one) => one.table === table)?.columns ?? {}
      const missing = columnsOf(table).filter((name) => !(name in defined))
      return missing.map((name) => `${nameOf(table)}.${name} has no definition`)
    }),
    ...answered
      .filter(({ table }, at) => answered.findIndex((one) => one.table === table) !== at)
      .map(({ table }) => `${nameOf(table)} has two definitions`),
    ...answered.flatMap(({ table, erases, columns }) =>
      Object.entries(columns).flatMap(([name, fate]) => {
        const column = `${nameOf(table)}.${name}`
        if (!columnsOf(table).includes(name)) return [`${column} does not exist`]
        const unfound = KNOWS_ADDRESSES.test(name) && !fate.byAddress ? ['has no lookup by address'] : []
        return [...contradictionsOf(fate, erases), ...unfound].map((what) => `${column} ${what}`)
      }),
    ),
  ]
}

type Table = PersonalData['tables'][number]

function contradictionsOf(fate: Table['columns'][string], erases: Table['erases']): string[] {
  const { exported, notExported, erased, redacted, retained } = fate as Record<string, true | string | undefined>
  const exports = [exported, notExported].filter((one) => one !== undefined)
  const erasures = [erased, redacted, retained].filter((one) => one !== undefined)
  const reasons = [notExported, retained].filter((one) => one !== undefined)
  return [
    exports.length === 2
      ? ['is both exported and not exported']
      : exports.length === 0
        ? ['has no answer for exports']
        : [],
    erases === 'rows' && erasures.length > 0 ? ['is erased with its row and has another answer for deletions'] : [],
    erases === 'columns' && erasures.length !== 1 ? ['needs one of erased, redacted and retained'] : [],
    reasons.some((reason) => reason === '') ? ['has no reason'] : [],
  ].flat()
}
