import type { Page } from '@flagyard/api-types'
import { adminOperations } from '@flagyard/api-types/admin'
import type { CallOptions } from '@flagyard/api-types/contract/client'
import { pathNames } from '@flagyard/api-types/contract/operation'
import { ApiError } from '@flagyard/api-types/contract/problem'
import type { fetchUtils } from 'react-admin'
import type { TotalMeta } from '../lib/total.ts'
import { callsOf, type ResourceCalls, recordFrom } from './calls.ts'

type Fields = Record<string, unknown>
export type Run = (name: string, input: Fields, options?: CallOptions) => Promise<unknown>

/** Precision of each list's total. simple-rest cannot pass it through, so data-provider.ts reads it here. */
export const totalsOfLists = new WeakMap<object, TotalMeta>()

/** HTTP client for ra-data-simple-rest. It translates `/users?filter=…&range=…&sort=…` and `/users/mara` to calls of the contract. */
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

/** Moves path parameters out of the filter. Rows requested by ID are returned in one page. */
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

/** Path parameters from a record's ID. For two parameters, the ID is `<first>/<second>`. */
export function inPath(call: keyof typeof adminOperations, id: string): Fields {
  const names = pathNames(adminOperations[call].path)
  const parts = names.length > 1 ? id.split('/') : [id]
  return Object.fromEntries(names.map((name, at) => [name, parts[at] ?? id]))
}

const answer = (json: object, headers = new Headers()) => ({ status: 200, headers, body: '', json })
