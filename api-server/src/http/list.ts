import { type ListName, operations } from '@flagyard/api-types'
import { type Operation, pathNames } from '@flagyard/api-types/contract/operation'
import { type AnyList, type AnySource, type ListSourceOf, listPage } from '../db/list-source.ts'
import { type Api, serve } from './handle.ts'
import { type ListText, readList } from './list-query.ts'

/** The list of one row. By what it is filtered and sorted stands in the contract. */
interface List<N extends ListName> extends AnyList {
  source: ListSourceOf<N> & AnySource
}

/** Serves a list row: its pages here, and by the same list its export (features/exports). */
export function handleList<N extends ListName>(api: Api, name: N, { source, within }: List<NoInfer<N>>) {
  if (pathNames(operations[name].path).length > 0 && !within) throw new Error(`Whose rows are those of ${name}?`)
  serve(api, name, async ({ deps, params, query }) =>
    listPage(deps.db, source, readList(name, query as ListText), await within?.(deps.db, params)),
  )
  api.lists.set(name, { source, ...(within && { within }) })
}

/** The last word of its path: what a list's file is named after. */
export const listTitle = (name: ListName): string => (operations[name] as Operation).path.split('/').at(-1) ?? name
