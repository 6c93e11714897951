import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as schema from '../../src/db/schema/index.ts'
import type { PersonalData } from '../../src/extension-points/personal-data.ts'

/** The tables of the product; those of the simulated clouds stand for what is outside of it. */
export const tables = Object.values<unknown>(schema)
  .filter((value): value is PgTable => is(value, PgTable))
  .filter((table) => getTableConfig(table).schema === undefined)

const KNOWS_PEOPLE =
  /^(user|owner|actor|order|deployment|session|attempt)(_id)?$|^account$|_by$|recipient|email|^address$|full_name|username|billing|buyer/

/** Columns that hold the address of somebody who may have no account. */
const KNOWS_ADDRESSES = /(^|_)email$|recipient|^billing$|^buyer$/

/** Every table that leads to a person: by a reference, by the name of a column, or by another one that references a person. */
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

/** What is wrong with what the parts say about the columns of these tables, a sentence each. */
export function listFaults(of: readonly PgTable[], parts: readonly Pick<PersonalData, 'tables'>[]): string[] {
  const answered = parts.flatMap((part) => part.tables)
  const columnsOf = (table: PgTable) => Object.keys(getTableColumns(table))
  const nameOf = (table: PgTable) => getTableConfig(table).name
  return [
    ...listPersonalTables(of).flatMap((table) => {
      const told = answered.find((one) => one.table === table)?.columns ?? {}
      const missing = columnsOf(table).filter((name) => !(name in told))
      return missing.map((name) => `${nameOf(table)}.${name} is in no part: say what becomes of it`)
    }),
    ...answered
      .filter(({ table }, at) => answered.findIndex((one) => one.table === table) !== at)
      .map(({ table }) => `${nameOf(table)} is answered for twice`),
    ...answered.flatMap(({ table, erases, columns }) =>
      Object.entries(columns).flatMap(([name, fate]) => {
        const column = `${nameOf(table)}.${name}`
        if (!columnsOf(table).includes(name)) return [`${column} does not exist`]
        const unfound = KNOWS_ADDRESSES.test(name) && !fate.byAddress ? ['is found by no address'] : []
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
    exports.length === 2 ? ['is exported and is not'] : exports.length === 0 ? ['says nothing of an export'] : [],
    erases === 'rows' && erasures.length > 0 ? ['goes with its row and says otherwise'] : [],
    erases === 'columns' && erasures.length !== 1 ? ['is erased, redacted or retained: one of them'] : [],
    reasons.some((reason) => reason === '') ? ['gives no reason'] : [],
  ].flat()
}
