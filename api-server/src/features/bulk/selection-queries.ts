import { type SQL, sql } from 'drizzle-orm'
import type { AnySource } from '../../db/list-source.ts'
import { type ListQuery, orderOf } from '../../db/list-source.ts'
import type { Db } from '../../db/open.ts'
import type { BulkAction, Item } from '../../extension-points/bulk-action.ts'

/** The rows that somebody chose: these, or whatever the list's filter matches. */
export type Selection = { ids: string[] } | { filter: object }

/** One more than may be chosen at once, so that too many are seen to be too many. */
export const MOST_ROWS = 100_000

/** The chosen rows with their place, for the job to keep. */
export function picked(source: AnySource, sort: ListQuery<object, string>['sort'], selection: Selection): SQL {
  if ('ids' in selection)
    return sql`select g.position, g.item, null as memo from ${named(selection.ids)} order by g.position`
  const order = sql.join(orderOf(source, sort), sql`, `)
  const where = source.where(selection.filter) ?? sql`true`
  return sql`select row_number() over (order by ${order}) as position, ${source.id} as item, null as memo
    from ${source.table} where ${where} limit ${MOST_ROWS + 1}`
}

interface Verdict {
  id: string
  /** Why it is refused; null where it may be done. */
  message: string | null
}

/** What the action says of the chosen rows, by the same SQL that decides when it is done. */
function verdicts(action: BulkAction, selection: Selection, refusal: SQL): SQL {
  const { source } = action
  if ('ids' in selection)
    return sql`select distinct g.item as id,
      case when ${source.id} is null then ${gone(action)} else ${refusal} end as message
      from ${named(selection.ids)} left join ${source.table} on ${source.id} = g.item and ${source.where({}) ?? sql`true`}`
  return sql`select ${source.id} as id, ${refusal} as message from ${source.table}
    where ${source.where(selection.filter) ?? sql`true`}`
}

const named = (ids: string[]) =>
  sql`jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as g(item, position)`

const gone = ({ one }: BulkAction) => sql`${`There is no such ${one} any more.`}::text`

/** How many rows will change, and how many are refused for which reason. */
export const countVerdicts = (db: Db, action: BulkAction, selection: Selection, refusal: SQL) =>
  rowsOf<{ message: string | null; count: number }>(
    db,
    sql`select v.message, count(*)::int as count from (${verdicts(action, selection, refusal)}) v
      group by v.message order by 2 desc, 1`,
  )

export const listVerdicts = (
  db: Db,
  action: BulkAction,
  selection: Selection,
  refusal: SQL,
  { refused, from, limit }: { refused: boolean; from: number; limit: number },
) =>
  rowsOf<Verdict>(
    db,
    sql`select v.id, v.message from (${verdicts(action, selection, refusal)}) v
      where v.message is ${sql.raw(refused ? 'not null' : 'null')} order by v.id limit ${limit} offset ${from}`,
  )

/** The rows, held until the transaction ends, and what the action says of them once nobody else can change them. */
export async function lockAndJudge(tx: Db, action: BulkAction, items: Item[], refusal: SQL): Promise<Verdict[]> {
  const ids = items.map(({ id }) => id)
  const { source } = action
  await tx.execute(sql`select 1 from ${source.table} where ${source.id} in ${ids} order by 1, ${source.id} for update`)
  return rowsOf<Verdict>(tx, verdicts(action, { ids }, refusal))
}

/** Both drivers answer `execute` with rows; the type says so for neither. */
async function rowsOf<T>(db: Db, query: SQL): Promise<T[]> {
  return ((await db.execute(query)) as unknown as { rows: T[] }).rows
}
