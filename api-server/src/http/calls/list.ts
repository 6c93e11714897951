import { type ListName, operations } from '@flagyard/api-types'
import { type Operation, pathNames } from '@flagyard/api-types/contract/operation'
import { type ListSourceOf, listPage, type ReadRow, type RowOf } from '../../db/lists/list-source.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { type Api, serve } from './handle.ts'
import type { ServedList } from './handler-context.ts'
import { type ListText, readList } from './list-query.ts'

/** A list with rows of type `R`. The contract defines its filters and sorts, and whether its rows have `allowed`. */
type List<N extends ListName, R> = Omit<ServedList, 'present'> & {
  source: ListSourceOf<N, R>
  present?(row: NoInfer<R>, caller: CurrentUser): NoInfer<R>
} & (RowOf<N> extends {
    allowed: infer Actions
  }
    ? { allowed(row: NoInfer<R>, caller: CurrentUser): Actions }
    : { allowed?: never })

/** Serves a list. Its export uses the same source (areas/platform/exports). */
export function handleList<N extends ListName, R extends ReadRow<N>>(api: Api, name: N, list: List<NoInfer<N>, R>) {
  const { source, scope, allowed, narrow = (filter) => filter, present } = list as ServedList
  if (pathNames(operations[name].path).length > 0 && !scope)
    throw new Error(`${name} has path parameters, so it needs a scope`)
  serve(api, name, async ({ deps, params, query, user }) => {
    const asked = readList(name, query as ListText, user)
    const filter = user ? narrow(asked.filter, user) : asked.filter
    const page = await listPage(deps.db, source, { ...asked, filter }, await scope?.(deps.db, params))
    if (!user) return page
    const data = present ? page.data.map((row) => present(row, user)) : page.data
    return { ...page, data: allowed ? data.map((row) => ({ ...row, allowed: allowed(row, user) })) : data }
  })
  api.lists.set(name, list as ServedList)
}

/** Last segment of the list's path, used as a file name. */
export const listTitle = (name: ListName): string => (operations[name] as Operation).path.split('/').at(-1) ?? name
