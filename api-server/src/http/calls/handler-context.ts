import type { operations } from '@flagyard/api-types'
import type {
  Accepted,
  ListKeys,
  Operation,
  Output,
  PathParams,
  SchemaName,
  SchemaRef,
} from '@flagyard/api-types/contract/operation'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyList } from '../../db/lists/list-source.ts'
import type { Deps } from '../../deps.ts'
import type { AuditActor, CurrentUser } from '../../identity/current-user.ts'
import type { CachedResponse } from '../cached-response.ts'

export type Operations = typeof operations

export interface ListPage<T> {
  data: T[]
  total: number
  estimated?: boolean
  capped?: boolean
  /** Offset of the first row. */
  from: number
}

export interface ServedList extends AnyList {
  /** Narrows the filter for this caller, in the list and its export: filters on data that they may not see find nothing. */
  narrow?(filter: object, caller: CurrentUser): object
  /** Row as this caller may see it, in the list and its export. */
  present?(row: object, caller: CurrentUser): object
  /** Actions that the caller may perform on a row now. */
  allowed?(row: object, caller: CurrentUser): readonly string[]
}

/** A request after the access check, parsed by its contract row. */
export interface AnyCall {
  deps: Deps
  params: Record<string, string>
  query: unknown
  form: unknown
  body: unknown
  user: CurrentUser | null
  /** The caller and their address for the audit log. Undefined for visitors. */
  auditActor: AuditActor | undefined
  /** The client's address. Forwarded headers count only from trusted proxies. */
  address: string
  userAgent: string
  log: FastifyBaseLogger
  request: FastifyRequest
  reply: FastifyReply
}

/** `AnyCall` with the types of its contract row. */
export interface Call<O extends Operation>
  extends Omit<AnyCall, 'params' | 'query' | 'form' | 'body' | 'user' | 'auditActor'> {
  params: PathParams<O>
  query: O extends { query: infer R extends SchemaName } ? Output<R> : undefined
  form: O extends { form: infer R extends SchemaName } ? Output<R> : undefined
  body: O extends { body: infer R extends SchemaRef }
    ? O extends { bodyOptional: true }
      ? Output<R> | undefined
      : Output<R>
    : undefined
  user: O['auth'] extends 'public' ? CurrentUser | null : CurrentUser
  auditActor: O['auth'] extends 'public' ? undefined : AuditActor
}

type Answer<O extends Operation> = O extends { stream: 'events' | 'file' | 'tus' }
  ? unknown
  : O extends { list: ListKeys; returns: `${infer N extends SchemaName}[]` }
    ? ListPage<Accepted<N>>
    : O extends { returns: infer R extends SchemaRef }
      ? Accepted<R> | CachedResponse | undefined
      : undefined

export type Handler<O extends Operation> = (
  call: Call<O>,
) => Promise<Answer<O>> | Answer<O> | (undefined extends Answer<O> ? Promise<void> : never)
