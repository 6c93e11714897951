import { type Operation, operations } from '@flagyard/api-types'
import { type Accepted, pathNames } from '@flagyard/api-types/contract/operation'
import type { SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../db/db.ts'
import { type ListQuery, listPage, type Source } from '../db/list.ts'
import type { Operations } from './call.ts'
import { type Api, handle } from './handle.ts'
import { type ListSpec, readList } from './list-query.ts'

/** The rows of the contract that answer a page. */
export type ListName = {
  [K in keyof Operations]: Operations[K] extends { list: true } ? K : never
}[keyof Operations]

type RowOf<N extends ListName> = Operations[N] extends { returns: infer R extends `${string}[]` }
  ? Accepted<R> extends (infer Row)[]
    ? Row
    : never
  : never

/** A list: what it can be narrowed and ordered by, and where its rows come from. */
export interface List<F extends z.ZodObject = z.ZodObject, S extends string = string, R = object> {
  spec: ListSpec<F, S>
  source: Source<z.output<F> & { id?: string[] }, S, R>
  /** Which rows belong to what the path names; throws 404 where there is no such thing. */
  within?: (db: Db, names: Names) => Promise<SQL>
}
/** What a path names, by its parameters. */
export type Names = Record<string, string>

/** Any list, for what does the same to all of them: exports, bulk actions. */
// biome-ignore lint/suspicious/noExplicitAny: a list of its own types is none of all types; what passes through was read by its own spec.
export type AnyList = List<any, any, object>

/** Serves a list row: its pages here, and by the same list its export (features/exports). */
export function handleList<N extends ListName, F extends z.ZodObject, S extends string>(
  api: Api,
  name: N,
  list: List<F, S, RowOf<N> & object>,
) {
  if (pathNames(operations[name].path).length > 0 && !list.within) throw new Error(`Whose rows are those of ${name}?`)
  const answer = async ({ deps, params, query }: { deps: Api['deps']; params: Names; query: unknown }) => {
    const asked = readList(query as ListText, list.spec) as ListQuery<z.output<F>, S>
    return listPage(deps.db, list.source, asked, await list.within?.(deps.db, params))
  }
  handle(api, name, answer as unknown as Parameters<typeof handle<N>>[2])
  api.lists.set(name, list)
}

/** What a list's query holds: JSON in each. */
export interface ListText {
  filter?: string | undefined
  range?: string | undefined
  sort?: string | undefined
}

/** The last word of its path: what a list's file is named after. */
export const listTitle = (name: ListName): string => (operations[name] as Operation).path.split('/').at(-1) ?? name
