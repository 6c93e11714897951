import { type AdminOperationName, adminOperations } from '@flagyard/api-types/admin'
import type { CallOptions } from '@flagyard/api-types/contract/client'
import { bodyName, pathNames } from '@flagyard/api-types/contract/operation'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { saveFile } from '@flagyard/ui/save-file'
import simpleRestProvider from 'ra-data-simple-rest'
import { type DataProvider, type GetListResult, HttpError, type RaRecord } from 'react-admin'
import type { Api } from './api.ts'
import { callsOf, recordFrom } from './calls.ts'
import { createHttpClient, inPath, type Run, totalsOfLists } from './http-client.ts'

export type CallName = keyof Api
export type CallInput<C extends CallName> = Parameters<Api[C]>[0]
export type CallReply<C extends CallName> = Awaited<ReturnType<Api[C]>>

/** react-admin's data provider, extended by operations other than reading and writing rows. */
export interface ConsoleDataProvider extends DataProvider {
  call<C extends CallName>(name: C, input?: CallInput<C>, options?: CallOptions): Promise<CallReply<C>>
  /** Saves a list as a file: the rows that match the filter, or the given rows. */
  exportList(resource: string, exportAsk: ExportAsk): Promise<void>
  /** Deletes all resources in a cloud account. The administrator confirms by typing its ID. */
  nuke(resource: string, params: { id: string; data: NukeConfirmation }): Promise<{ data: RaRecord }>
  extend(lab: CallInput<'extendLabAccess'>): Promise<void>
  /** Rebuilds a learner's lab without using one of their resets. */
  reset(lab: { username: string; lab_slug: string; deployment_id: string; reason: string }): Promise<void>
}

export type ExportAsk = CallInput<'exportList'>['exportAsk']
export type NukeConfirmation = CallInput<'nukeAwsAccount'>['nukeConfirmation']

/** Reads use ra-data-simple-rest. Writes use the table of operations, because their paths and methods differ. */
export function createDataProvider(api: Api): ConsoleDataProvider {
  const run: Run = async (name, input, options) => {
    try {
      return await (api[name as CallName] as (input: object, options?: CallOptions) => Promise<unknown>)(input, options)
    } catch (error) {
      throw isAbort(error) ? error : toHttpError(error)
    }
  }
  const write = <T>(call: AdminOperationName, input: object, body?: object): Promise<T> => {
    const name = bodyName(adminOperations[call])
    return run(call, { ...input, ...(name && body && { [name]: body }) }) as Promise<T>
  }
  const rest = simpleRestProvider('', createHttpClient(run))

  return {
    supportAbortSignal: true,
    getOne: rest.getOne,
    getMany: rest.getMany,
    getList: async (resource, params) => withTotalMeta(await rest.getList(resource, params)),
    getManyReference: async (resource, params) => withTotalMeta(await rest.getManyReference(resource, params)),
    async create(resource, { data }) {
      const calls = callsOf(resource)
      if (!calls.create) throw notOffered('added')
      const [path, body] = partition(data, pathNames(adminOperations[calls.create].path))
      return { data: recordFrom(calls, await write(calls.create, path, body)) }
    },
    async update(resource, { id, data, previousData }) {
      const calls = callsOf(resource)
      const { update: call, id: key } = calls
      if (!call) throw notOffered('changed')
      const path = inPath(call, String(id))
      const named = key && Object.keys(path).length === 0 ? { [key]: id } : {}
      const answer = await write<Record<string, unknown>>(call, path, { ...named, ...changesOf(data, previousData) })
      return { data: recordFrom(calls, answer, String(id)) }
    },
    async delete(resource, { id, previousData }) {
      const call = callsOf(resource).delete
      if (!call) throw notOffered('deleted')
      await write(call, inPath(call, String(id)))
      return { data: { ...previousData, id } as NonNullable<typeof previousData> }
    },
    // Bulk changes run as jobs (crud/BulkDialog.tsx), which have a dry run and can be undone.
    updateMany: () => Promise.reject(notOffered('changed together')),
    deleteMany: () => Promise.reject(notOffered('deleted together')),

    call: (name, input, options) => run(name, input ?? {}, options) as Promise<CallReply<typeof name>>,
    async exportList(resource, exportAsk) {
      await saveFile(
        (await run('exportList', { list: callsOf(resource).list, exportAsk })) as Response,
        `${resource}.csv`,
      )
    },
    async nuke(resource, { id, data }) {
      const call = callsOf(resource).nuke
      if (!call) throw notOffered('emptied')
      return { data: await write(call, inPath(call, id), data) }
    },
    async extend(lab) {
      await run('extendLabAccess', lab)
    },
    async reset({ username, lab_slug, deployment_id, reason }) {
      await run('resetLabForUser', { slug: lab_slug, id: username, labRebuild: { deployment_id, reason } })
    },
  }
}

/** Splits the fields into those with the given names and the rest. */
function partition(fields: Record<string, unknown>, names: readonly string[]) {
  const [named, others] = [true, false].map((is) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name) === is)),
  )
  return [named ?? {}, others ?? {}] as const
}

const withTotalMeta = <T extends GetListResult>(result: T): T => ({ ...result, meta: totalsOfLists.get(result.data) })

/** Changed fields plus the version they are based on. The API rejects unknown fields and stale versions. */
function changesOf(data: Record<string, unknown>, previous: Record<string, unknown> = {}): Record<string, unknown> {
  const changed = Object.entries(data).filter(
    ([key, value]) => key !== 'id' && value !== undefined && JSON.stringify(value) !== JSON.stringify(previous[key]),
  )
  return { ...(previous.version !== undefined && { version: previous.version }), ...Object.fromEntries(changed) }
}

/**
 * Converts a problem document to react-admin's error. Forms show `body.errors` next to their fields, and errors without a field as `root`;
 * the auth provider checks `status`.
 */
function toHttpError(error: unknown): HttpError {
  const { message, status, code, errors, extra } = error instanceof ApiError ? error : unreachable(error)
  const fields = Object.fromEntries(errors.map(({ field, message }) => [field, message]))
  const body = { errors: errors.length > 0 ? fields : { root: { serverError: message } } }
  return Object.assign(new HttpError(message, status, body), { code, extra })
}

/** Error for a failed network request. */
const unreachable = (cause: unknown) =>
  new ApiError('unavailable', 'Could not reach the server. Check your connection and try again.', { cause })

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

const notOffered = (done: string) => new Error(`These rows cannot be ${done} here.`)
