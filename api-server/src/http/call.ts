import type { operations } from '@flagyard/api-types'
import type {
  Accepted,
  Operation,
  Output,
  PathParams,
  SchemaName,
  SchemaRef,
} from '@flagyard/api-types/contract/operation'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { AuditActor, CurrentUser } from '../identity/current-user.ts'
import type { Ready } from './ready.ts'

export type Operations = typeof operations

/** A page as a list handler answers it. */
export interface Listed<T> {
  data: T[]
  total: number
  estimated?: boolean
  /** Where the page starts. */
  from: number
}

/** What a handler gets: the request, read and checked by its row of the contract. */
export interface Call<O extends Operation> {
  deps: Deps
  params: PathParams<O>
  query: O extends { query: infer R extends SchemaName } ? Output<R> : undefined
  form: O extends { form: infer R extends SchemaName } ? Output<R> : undefined
  body: O extends { body: infer R extends SchemaRef }
    ? O extends { bodyOptional: true }
      ? Output<R> | undefined
      : Output<R>
    : undefined
  user: O['auth'] extends 'public' ? CurrentUser | null : CurrentUser
  /** Who acts and from where, for the audit log. */
  auditActor: O['auth'] extends 'public' ? undefined : AuditActor
  /** The client's address, by the trusted proxies alone. */
  address: string
  userAgent: string
  log: FastifyBaseLogger
  request: FastifyRequest
  reply: FastifyReply
}

export type Answer<O extends Operation> = O extends { stream: 'events' | 'file' }
  ? unknown
  : O extends { list: true; returns: `${infer N extends SchemaName}[]` }
    ? Listed<Accepted<N>>
    : O extends { returns: infer R extends SchemaRef }
      ? Accepted<R> | Ready | undefined
      : undefined

export type Handler<O extends Operation> = (
  call: Call<O>,
) => Promise<Answer<O>> | Answer<O> | (undefined extends Answer<O> ? Promise<void> : never)
