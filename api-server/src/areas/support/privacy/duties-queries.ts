import { and, asc, eq, getTableColumns, getTableName, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { PersonalTable } from '../../../db/duties.ts'
import type { Db } from '../../../db/open.ts'
import type { Retention } from '../../../db/retention.ts'
import { addressRequests, privacyRequests } from '../../../db/schema/index.ts'
import { inBatch } from '../../../db/sql.ts'
import type { RetentionRule } from '../../../extension-points/extensions.ts'
import type {
  Address,
  AddressList,
  AddressRows,
  Erasure,
  Person,
  PersonalData,
  SpecialDuties,
} from '../../../extension-points/personal-data.ts'
import {
  inHtml,
  namesAddress,
  namesPerson,
  redactAddressIn,
  redactPerson,
  redactValue,
} from '../../../extension-points/redact.ts'

/** Exports and erases by the duties of the tables, with what the feature adds. */
export function fulfilDuties({
  ofAddress,
  collect,
  ...part
}: SpecialDuties & Pick<PersonalData, 'name' | 'tables'>): PersonalData {
  const exported = part.tables.filter(({ as }) => as !== undefined)
  const collectAll: PersonalData['collect'] = async (db, person) => {
    const rows: Record<string, unknown> = {}
    for (const table of exported) rows[table.as ?? ''] = await collectRows(db, table, person)
    return { ...rows, ...(await collect?.(db, person)) }
  }
  return {
    ...part,
    ...((collect || exported.length > 0) && { collect: collectAll }),
    async erase(tx, person) {
      await part.erase?.(tx, person)
      for (const table of part.tables) await erasePerson(tx, table, person)
    },
    ofAddress: {
      async collect(db, address) {
        const held: AddressRows[] = []
        for (const list of ofAddress?.lists ?? []) held.push(await collectHeld(db, list, address))
        return held
      },
      async erase(tx, address) {
        await ofAddress?.erase?.(tx, address)
        for (const table of part.tables) await eraseAddress(tx, table, address)
      },
    },
  }
}

function collectRows(db: Db, { table, columns, of, email, first, last, order }: PersonalTable, person: Person) {
  const shown = Object.entries(getTableColumns(table)).filter(([name]) => columns[name]?.exported)
  return db
    .select({ ...first, ...Object.fromEntries(shown), ...last })
    .from(table)
    .where(or(of && leadsTo(of, person.id), email && isAddress(email, person.email)))
    .orderBy(...[order ?? []].flat().map((one) => asc(one)))
}

async function collectHeld(db: Db, { what, erasure, from, shows, where, order }: AddressList, address: Address) {
  const rows = await db
    .select(shows)
    .from(from)
    .where(where(address))
    .orderBy(asc(order ?? shows.at))
  return { what, erasure, rows: rows as AddressRows['rows'] }
}

/** Rows that are found over references are deleted by the database, with what they refer to. */
async function erasePerson(tx: Db, personal: PersonalTable, person: Erasure): Promise<void> {
  const { table, erases, columns, of, alsoOf, email, unlinked, cleared = [], aliased = [] } = personal
  const own = of && !Array.isArray(of) ? leadsTo(of, person.id) : undefined
  const addressed = email && isAddress(email, person.email)
  if (erases === 'rows') {
    const rows = or(own, alsoOf && eq(alsoOf, person.id), addressed)
    if (rows) await tx.delete(table).where(rows)
  } else {
    const redacted = Object.keys(columns).filter((name) => columns[name]?.redacted)
    await redactRows(
      tx,
      table,
      redacted,
      (text) => namesPerson(sql`lower(${text})`, person),
      (value) => (typeof value === 'string' ? redactPerson(value, person) : redactValue(value, person)),
    )
    const values = {
      ...Object.fromEntries(cleared.filter((name) => name !== email?.name).map((name) => [name, null])),
      ...Object.fromEntries(aliased.map((name) => [name, person.alias])),
    }
    if (own && Object.keys(values).length > 0) await tx.update(table).set(values).where(own)
    if (email)
      await tx
        .update(table)
        .set({ [email.name]: null })
        .where(addressed)
  }
  if (unlinked)
    await tx
      .update(table)
      .set({ [unlinked.name]: null })
      .where(eq(unlinked, person.id))
}

async function eraseAddress(tx: Db, { table, erases, columns, email }: PersonalTable, address: Address) {
  if (email && erases === 'rows') await tx.delete(table).where(isAddress(email, address.email))
  else if (email)
    await tx
      .update(table)
      .set({ [email.name]: null })
      .where(isAddress(email, address.email))
  const redacted = Object.keys(columns).filter((name) => columns[name]?.byAddress === 'redacted')
  await redactRows(
    tx,
    table,
    redacted,
    (text) => namesAddress(text, address.email),
    (value) =>
      // In HTML, some signs of an address are escaped.
      redactAddressIn(redactAddressIn(value, address.email), inHtml(address.email)),
  )
}

/** Reads the rows whose texts name the person, and writes them without the name. */
async function redactRows(
  tx: Db,
  table: PgTable,
  names: string[],
  isNamed: (text: SQL) => SQL | undefined,
  redact: (value: unknown) => unknown,
): Promise<void> {
  if (names.length === 0) return
  const columns = getTableColumns(table)
  const { id } = columns
  if (!id) throw new Error(`${getTableName(table)} is redacted by id`)
  const texts = names.map((name) => sql`${columns[name]}::text`)
  const rows = await tx
    .select()
    .from(table)
    .where(isNamed(sql`concat_ws(' ', ${sql.join(texts, sql`, `)})`))
  for (const row of rows)
    await tx
      .update(table)
      .set(Object.fromEntries(names.map((name) => [name, redact(row[name])])))
      .where(eq(id, row.id))
}

/** Whether a reference, or the last of several that lead on from it, is the person's id. */
function leadsTo(path: PgColumn | readonly PgColumn[], id: string): SQL {
  const [reference, ...rest] = [path].flat() as [PgColumn, ...PgColumn[]]
  const [next] = rest
  if (!next) return eq(reference, id)
  return sql`${reference} in (select ${next.table}.id from ${next.table} where ${leadsTo(rest, id)})`
}

const isAddress = (column: PgColumn, email: string) => sql`lower(${column}) = ${email.toLowerCase()}`

export const requestSpecials: SpecialDuties = {
  async erase(tx, { id }) {
    await tx.delete(privacyRequests).where(and(eq(privacyRequests.user_id, id), eq(privacyRequests.kind, 'export')))
  },
  ofAddress: {
    lists: [
      {
        what: 'Requests for this list',
        erasure: 'They will be erased.',
        from: addressRequests,
        shows: { at: addressRequests.created_at, opened_at: addressRequests.opened_at },
        where: ({ email }) => eq(addressRequests.email, email),
      },
    ],
  },
}

/** Adds the code that deletes or empties what is expired. */
export function enforceRetention({ expiry, ...rule }: RetentionRule & Pick<Retention, 'expiry'>): RetentionRule {
  const [table] = rule.tables
  if (!expiry || !table) return rule
  const { isExpired, set } = expiry
  return {
    ...rule,
    async prune({ db }, { days, limit }) {
      const where = inBatch(table, isExpired(days), limit)
      const gone = { gone: sql`1` }
      const rows = set
        ? await db.update(table).set(set).where(where).returning(gone)
        : await db.delete(table).where(where).returning(gone)
      return rows.length
    },
  }
}
