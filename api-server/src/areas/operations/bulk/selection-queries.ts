import { type SQL, sql } from 'drizzle-orm'
import { type AnySource, type ListQuery, orderOf } from '../../../db/lists/list-source.ts'
import type { Db } from '../../../db/open.ts'
import type { BulkAction, Item } from '../../../extension-points/bulk-action.ts'

/** Selected rows: the given ids, or all rows that match the filter of the list. */
export type Selection = { ids: string[] } | { filter: object }

/** Maximum number of rows per bulk job. */
export const MAX_ROWS = 100_000

/** Selected rows with their positions. Reads one more than the maximum, so that the caller can detect an excess. */
export function selectedRows(source: AnySource, sort: ListQuery<object, string>['sort'], selection: Selection): SQL {
  if ('ids' in selection)
    return sql`select g.position, g.item, null as memo from ${idRows(selection.ids)} order by g.position`
  const order = sql.join(orderOf(source, sort), sql`, `)
  const where = source.where(selection.filter) ?? sql`true`
  return sql`select row_number() over (order by ${order}) as position, ${source.id} as item, null as memo
    from ${source.table} where ${where} limit ${MAX_ROWS + 1}`
}

interface Evaluation {
  id: string
  /** Reason for the refusal; null if the action can be applied. */
  message: string | null
  /** Display name, if the id alone is not meaningful. */
  label: string | null
}

/** Evaluates the selected rows. The dry run and the real run use the same SQL. */
function evaluate(action: BulkAction, selection: Selection, refusal: SQL): SQL {
  const { source, label = sql`null::text` } = action
  if ('ids' in selection)
    return sql`select distinct g.item as id, ${label} as label,
      case when ${source.id} is null then ${notFoundMessage(action)} else ${refusal} end as message
      from ${idRows(selection.ids)} left join ${source.table} on ${source.id} = g.item and ${source.where({}) ?? sql`true`}`
  return sql`select ${source.id} as id, ${label} as label, ${refusal} as message from ${source.table}
    where ${source.where(selection.filter) ?? sql`true`}`
}

const idRows = (ids: string[]) =>
  sql`jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as g(item, position)`

const notFoundMessage = ({ resourceName }: BulkAction) => sql`${`This ${resourceName} no longer exists.`}::text`

/** Numbers of rows that can be changed (null message) and of rows refused, by reason. */
export const countEvaluations = (db: Db, action: BulkAction, selection: Selection, refusal: SQL) =>
  rowsOf<{ message: string | null; count: number }>(
    db,
    sql`select v.message, count(*)::int as count from (${evaluate(action, selection, refusal)}) v
      group by v.message order by 2 desc, 1`,
  )

export const acceptedIds = (action: BulkAction, selection: Selection, refusal: SQL): SQL =>
  sql`select v.id from (${evaluate(action, selection, refusal)}) v where v.message is null`

export const listEvaluations = (
  db: Db,
  action: BulkAction,
  selection: Selection,
  refusal: SQL,
  { refused, from, limit }: { refused: boolean; from: number; limit: number },
) =>
  rowsOf<Evaluation>(
    db,
    sql`select v.id, v.message, v.label from (${evaluate(action, selection, refusal)}) v
      where v.message is ${sql.raw(refused ? 'not null' : 'null')} order by v.id limit ${limit} offset ${from}`,
  )

/** Locks the rows until the transaction ends and then evaluates them, so that the result stays valid during the change. */
export async function lockAndEvaluate(tx: Db, action: BulkAction, items: Item[], refusal: SQL): Promise<Evaluation[]> {
  const ids = items.map(({ id }) => id)
  const { source } = action
  await tx.execute(sql`select 1 from ${source.table} where ${source.id} in ${ids} order by 1, ${source.id} for update`)
  return rowsOf<Evaluation>(tx, evaluate(action, { ids }, refusal))
}

/** Both database drivers return `rows` from `execute`, but the types do not say so. */
async function rowsOf<T>(db: Db, query: SQL): Promise<T[]> {
  return ((await db.execute(query)) as unknown as { rows: T[] }).rows
}
