import { type SQL, sql } from 'drizzle-orm'

export interface Direction {
  descending: boolean
  /** Position of nulls in the first key. Postgres treats them as the largest values; `smallest` reverses that. */
  nulls?: 'largest' | 'smallest' | undefined
}

/** ORDER BY terms of sort keys, exactly as in the indexes. */
export function orderTerms(keys: readonly SQL[], { descending, nulls }: Direction): SQL[] {
  const direction = sql.raw(descending ? ' desc' : ' asc')
  const nullsOrder = sql.raw(nulls === 'smallest' ? (descending ? ' nulls last' : ' nulls first') : '')
  return keys.map((key, position) => (position === 0 ? sql`${key}${direction}${nullsOrder}` : sql`${key}${direction}`))
}
