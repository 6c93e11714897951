import { type ListName, operations } from '@flagyard/api-types'
import { type Operation, pathNames } from '@flagyard/api-types/contract/operation'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { listPage, type ReadRow, type RowOf, type Source, type SourceOf } from '../db/list.ts'
import type { CurrentUser } from '../identity/current-user.ts'
import { type Api, serve } from './handle.ts'
import { type ListText, readList } from './list-query.ts'

/** Any list, for what does the same to all of them: exports, bulk actions. What passes through was read by the list's own keys. */
export interface AnyList {
  source: AnySource
  /** Which rows belong to what the path names; throws 404 where there is no such thing. */
  within?(db: Db, names: Names): Promise<SQL>
  /** What the caller may do with a row now. */
  allowed?(row: object, caller: CurrentUser): readonly string[]
}
export type AnySource = Source<object, string, object>
/** What a path names, by its parameters. */
export type Names = Record<string, string>

/** The list of one row, whose rows are read as `R`. By what it is filtered and sorted stands in the contract, and whether its rows say what is allowed. */
type List<N extends ListName, R> = AnyList & { source: SourceOf<N, R> } & (RowOf<N> extends { allowed: infer Actions }
    ? { allowed(row: NoInfer<R>, caller: CurrentUser): Actions }
    : { allowed?: never })

/** Serves a list row: its pages here, and by the same list its export (features/exports). */
export function handleList<N extends ListName, R extends ReadRow<N>>(api: Api, name: N, list: List<NoInfer<N>, R>) {
  const { source, within, allowed }: AnyList = list
  if (pathNames(operations[name].path).length > 0 && !within) throw new Error(`Whose rows are those of ${name}?`)
  serve(api, name, async ({ deps, params, query, user }) => {
    const page = await listPage(deps.db, source, readList(name, query as ListText), await within?.(deps.db, params))
    if (!allowed || !user) return page
    return { ...page, data: page.data.map((row) => ({ ...row, allowed: allowed(row, user) })) }
  })
  api.lists.set(name, list)
}

/** The last word of its path: what a list's file is named after. */
export const listTitle = (name: ListName): string => (operations[name] as Operation).path.split('/').at(-1) ?? name
