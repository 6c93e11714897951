import { type ListName, operations } from '@flagyard/api-types'
import { type Operation, pathNames } from '@flagyard/api-types/contract/operation'
import { type AnyList, type ListSourceOf, listPage, type ReadRow, type RowOf } from '../db/list-source.ts'
import type { CurrentUser } from '../identity/current-user.ts'
import { type Api, serve } from './handle.ts'
import { type ListText, readList } from './list-query.ts'

interface ServedList extends AnyList {
  /** What the caller may do with a row now. */
  allowed?(row: object, caller: CurrentUser): readonly string[]
}

/** The list of one row, whose rows are read as `R`. By what it is filtered and sorted stands in the contract, and whether its rows say what is allowed. */
type List<N extends ListName, R> = ServedList & { source: ListSourceOf<N, R> } & (RowOf<N> extends {
    allowed: infer Actions
  }
    ? { allowed(row: NoInfer<R>, caller: CurrentUser): Actions }
    : { allowed?: never })

/** Serves a list row: its pages here, and by the same list its export (features/exports). */
export function handleList<N extends ListName, R extends ReadRow<N>>(api: Api, name: N, list: List<NoInfer<N>, R>) {
  const { source, within, allowed }: ServedList = list
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
