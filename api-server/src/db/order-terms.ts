import { type SQL, sql } from 'drizzle-orm'

export interface Direction {
  descending: boolean
  /** Where nulls of the first key stand. Postgres treats them as the largest values; `smallest` reverses that. */
  nulls?: 'largest' | 'smallest' | undefined
}

/** ORDER BY terms of sort keys, exactly as the indexes have them. */
export function orderTerms(keys: readonly SQL[], { descending, nulls }: Direction): SQL[] {
  const direction = sql.raw(descending ? ' desc' : ' asc')
  const nullsOrder = sql.raw(nulls === 'smallest' ? (descending ? ' nulls last' : ' nulls first') : '')
  return keys.map((key, position) => (position === 0 ? sql`${key}${direction}${nullsOrder}` : sql`${key}${direction}`))
}
