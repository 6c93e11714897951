import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '../src/db/schema/index.ts'
import { personalData as parts } from '../src/registry/personal-data.ts'

/** Tables that know people and that no part answers for, each with its reason. */
const exceptions: Record<string, string> = {
  cloud_account_transitions:
    'who moved a cloud account: an id alone, which leads to nobody once that account is erased',
  settings: 'who changed a setting: an id alone',
  incidents: 'who told of an incident: an id alone; the incident is about an exam, not about a person',
}

const KNOWS_PEOPLE = /^(user|owner|actor)(_id)?$|^account$|_by$|recipient|email|^address$|full_name|username/

const tables = Object.values<unknown>(schema)
  .filter((value): value is PgTable => is(value, PgTable))
  .map((table) => getTableConfig(table))

/** Every table that leads to a person: by a reference, by the name of a column, or by another one that does. */
function listPersonal(): string[] {
  const found = new Set(['users'])
  for (let before = 0; before !== found.size; ) {
    before = found.size
    for (const { name, columns, foreignKeys } of tables) {
      const leads = foreignKeys.some((key) => found.has(getTableConfig(key.reference().foreignTable).name))
      if (leads || columns.some((column) => KNOWS_PEOPLE.test(column.name))) found.add(name)
    }
  }
  return [...found].sort()
}

test('every table that knows people is in a part of export and deletion, or an exception with its reason', () => {
  const answered = new Set([...parts.flatMap((part) => part.tables), ...Object.keys(exceptions)])
  expect(listPersonal().filter((name) => !answered.has(name))).toEqual([])
})

test('a part names tables that exist, each once, and no exception is stale', () => {
  const named = parts.flatMap((part) => part.tables)
  expect(new Set(named).size).toBe(named.length)
  const known = tables.map(({ name }) => name)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
  expect(Object.keys(exceptions).filter((name) => !listPersonal().includes(name) || named.includes(name))).toEqual([])
})
