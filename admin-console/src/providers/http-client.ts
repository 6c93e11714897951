import type { Page } from '@flagyard/api-types'
import { adminOperations } from '@flagyard/api-types/admin'
import type { CallOptions } from '@flagyard/api-types/contract/client'
import { pathNames } from '@flagyard/api-types/contract/operation'
import { ApiError } from '@flagyard/api-types/contract/problem'
import type { fetchUtils } from 'react-admin'
import type { TotalMeta } from '../lib/total.ts'
import { callsOf, type ResourceCalls, recordFrom } from './calls.ts'

type Fields = Record<string, unknown>
/** Makes a call of the contract by its name. */
export type Run = (name: string, input: Fields, options?: CallOptions) => Promise<unknown>

/** How the total of each list is meant: simple-rest has no place for it on its way through (data-provider.ts reads it here). */
export const totalsOfLists = new WeakMap<object, TotalMeta>()

/**
 * What ra-data-simple-rest takes for HTTP. It asks for `/users?filter=…&range=…&sort=…` or `/users/mara`: the table of calls says
 * which call of the contract that is, and the contract's own client makes it.
 */
export function createHttpClient(run: Run): typeof fetchUtils.fetchJson {
  return async (url, { signal } = {}) => {
    const [path = '', query = ''] = String(url).split('?')
    const [, resource = '', id] = path.split('/')
    const calls = callsOf(resource)
    const options: CallOptions = signal ? { signal } : {}
    if (id !== undefined) {
      const whole = decodeURIComponent(id)
      return answer(recordFrom<Fields>(calls, await readOne(run, calls, whole, options), whole))
    }

    const { data, total, estimated, capped } = await readList(
      run,
      calls,
      Object.fromEntries(new URLSearchParams(query)),
      options,
    )
    const rows = data.map((row) => ({ ...row, id: row.id ?? row[calls.id ?? 'id'] }))
    totalsOfLists.set(rows, { estimated, capped })
    return answer(rows, new Headers({ 'content-range': `${resource} */${total}` }))
  }
}

async function readOne(run: Run, calls: ResourceCalls, id: string, options: CallOptions): Promise<Fields> {
  if (calls.one) return (await run(calls.one, inPath(calls.one, id), options)) as Fields
  const { data } = await readList(run, calls, { filter: JSON.stringify({ id: [id] }) }, options)
  if (!data[0]) throw new ApiError('not_found', `There is no ${id} here.`)
  return data[0]
}

/** What stands in the path of the call leaves the filter for it. Rows asked for by their ids all come at once. */
async function readList(run: Run, { list }: ResourceCalls, query: Record<string, string>, options: CallOptions) {
  const filter = JSON.parse(query.filter ?? '{}') as Fields
  const params = Object.fromEntries(pathNames(adminOperations[list].path).map((name) => [name, filter[name]]))
  for (const name of Object.keys(params)) delete filter[name]
  const range =
    query.range ?? (Array.isArray(filter.id) ? JSON.stringify([0, Math.max(0, filter.id.length - 1)]) : undefined)
  return (await run(
    list,
    { ...params, filter: JSON.stringify(filter), ...(range && { range }), ...(query.sort && { sort: query.sort }) },
    options,
  )) as Page<Fields>
}

/** The id under the name that the path of the call has for it; one of two names is `<first>/<second>`. */
export function inPath(call: keyof typeof adminOperations, id: string): Fields {
  const names = pathNames(adminOperations[call].path)
  const parts = names.length > 1 ? id.split('/') : [id]
  return Object.fromEntries(names.map((name, at) => [name, parts[at] ?? id]))
}

const answer = (json: object, headers = new Headers()) => ({ status: 200, headers, body: '', json })
