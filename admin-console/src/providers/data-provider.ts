import type { CallOptions } from '@flagyard/api-types/contract/client'
import type { DataProvider, GetListParams, RaRecord } from 'react-admin'
import type { Api } from './api.ts'
import { type Nuke, type Regular, type ResourceCalls, resourceCalls } from './resource-calls.ts'

type Call = keyof Api
type Input<C extends Call> = Parameters<Api[C]>[0]

/** react-admin's provider, and what an account's back office does besides reading and writing rows. */
export interface ConsoleDataProvider extends DataProvider {
  /** Any call of the contract, by its name. */
  call<C extends Call>(name: C, input?: Input<C>, options?: CallOptions): ReturnType<Api[C]>
  /** A list as a file: what the filter matches, or these rows of it. */
  exportList(resource: string, ask: ExportAsk): Promise<{ file: Blob; name: string }>
  /** Empties a cloud account; its id is typed. */
  nuke(resource: string, id: string, confirmation: Nuke): Promise<{ data: RaRecord }>
  /** Adds days of access to a learner's lab. */
  extend(lab: { username: string; lab_slug: string; days: number }): Promise<void>
  /** Builds a learner's lab again at no cost. */
  reset(lab: { username: string; lab_slug: string }): Promise<void>
}

type ExportAsk = Input<'exportList'>['exportAsk']

/** ra-data-simple-rest's wire (`filter`, `range` and `sort` as JSON, Content-Range back) over the contract's rows. */
export function createDataProvider(api: Api, resources: Regular[]): ConsoleDataProvider {
  const table = resourceCalls(api, resources)
  const callsOf = (resource: string): ResourceCalls => {
    const calls = table[resource]
    if (!calls) throw new Error(`There is no resource ${resource}`)
    return calls
  }

  const getList = async (
    resource: string,
    params: Omit<GetListParams, 'signal'> & { signal?: AbortSignal | undefined },
  ) => {
    const { page = 1, perPage = 25 } = params.pagination ?? {}
    const { field, order } = params.sort ?? { field: 'id', order: 'ASC' }
    const from = (page - 1) * perPage
    const input = {
      filter: JSON.stringify(params.filter ?? {}),
      range: JSON.stringify([from, from + perPage - 1]),
      sort: JSON.stringify([field, order]),
    }
    const answer = await callsOf(resource).list.run(input, signalOf(params))
    return { data: answer.data as never[], total: answer.total, meta: { estimated: answer.estimated } }
  }

  const getMany = async (resource: string, { ids, signal }: { ids: unknown[]; signal?: AbortSignal | undefined }) =>
    getList(resource, {
      filter: { id: ids },
      pagination: { page: 1, perPage: Math.max(ids.length, 1) },
      sort: { field: 'id', order: 'ASC' },
      signal,
    })

  return {
    supportAbortSignal: true,
    getList,
    getMany,
    getManyReference: (resource, { target, id, filter, ...params }) =>
      getList(resource, { ...params, filter: { ...filter, [target]: id } }),
    async getOne(resource, { id, signal }) {
      const { one } = callsOf(resource)
      if (one) return { data: (await one.run(String(id), signalOf({ signal }))) as never }
      const { data } = await getMany(resource, { ids: [id], signal })
      if (data[0] === undefined) throw new Error(`There is no ${id} among the ${resource}`)
      return { data: data[0] }
    },
    async create(resource, { data }) {
      const { create } = callsOf(resource)
      if (!create) throw notOffered('added')
      return { data: (await create.run(data)) as never }
    },
    async update(resource, { id, data, previousData }) {
      const { update } = callsOf(resource)
      if (!update) throw notOffered('changed')
      return { data: (await update.run(String(id), changeOf(data, previousData))) as never }
    },
    async delete(resource, { id, previousData }) {
      const { remove } = callsOf(resource)
      if (!remove) throw notOffered('deleted')
      await remove.run(String(id))
      return { data: (previousData ?? { id }) as never }
    },
    updateMany: () => Promise.reject(notOffered('changed together')),
    deleteMany: () => Promise.reject(notOffered('deleted together')),
    call: ((name: Call, input?: unknown, options?: CallOptions) =>
      (api[name] as (input: unknown, options?: CallOptions) => Promise<unknown>)(input ?? {}, options)) as never,
    async exportList(resource, exportAsk) {
      const answer = await api.exportList({ list: callsOf(resource).list.name, exportAsk })
      const [, name] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
      return { file: await answer.blob(), name: name ?? `${resource}.csv` }
    },
    async nuke(resource, id, confirmation) {
      const { nuke } = callsOf(resource)
      if (!nuke) throw notOffered('emptied')
      return { data: (await nuke.run(id, confirmation)) as RaRecord }
    },
    async extend({ username, lab_slug, days }) {
      await api.extendLabAccess({ username, lab_slug, days })
    },
    async reset({ username, lab_slug }) {
      await api.resetLabForUser({ slug: lab_slug, id: username })
    },
  }
}

const signalOf = ({ signal }: { signal?: AbortSignal | undefined }): CallOptions => (signal ? { signal } : {})

/** Only what was changed, and the version it was changed from: the API refuses fields it does not know, and stale versions. */
function changeOf(data: Record<string, unknown>, previous: Record<string, unknown> = {}): Record<string, unknown> {
  const changed = Object.entries(data).filter(
    ([key, value]) => key !== 'id' && value !== undefined && JSON.stringify(value) !== JSON.stringify(previous[key]),
  )
  return { ...(previous.version !== undefined && { version: previous.version }), ...Object.fromEntries(changed) }
}

const notOffered = (done: string) => new Error(`These rows cannot be ${done} here.`)
