import type { z } from 'zod'
import type * as schemas from '../schemas.ts'

/** All schemas of the contract. Operations refer to them by name, so that client bundles do not include zod. */
type Schemas = typeof schemas
export type SchemaName = Extract<
  { [K in keyof Schemas]: Schemas[K] extends z.ZodType ? K : never }[keyof Schemas],
  string
>
export type SchemaRef = SchemaName | `${SchemaName}[]`

/** The schema's output type, as a client receives it. */
export type Output<R> = R extends `${infer N extends SchemaName}[]`
  ? z.output<Schemas[N]>[]
  : R extends SchemaName
    ? z.output<Schemas[R]>
    : undefined

/** The schema's input type, as a client sends it and a handler returns it. */
export type Accepted<R> = R extends `${infer N extends SchemaName}[]`
  ? z.input<Schemas[N]>[]
  : R extends SchemaName
    ? z.input<Schemas[R]>
    : undefined

/** Who may call an operation. `capabilities` can restrict it to some administrators. */
export type Auth = 'public' | 'bearer' | 'admin'
export type Capability = z.output<Schemas['capability']>

/** Classes of rate limits, counted per account and per client address (api-server/src/http/rate-limits.ts). */
export type RateClass =
  | 'signin'
  | 'mail'
  | 'unsolicited_mail'
  | 'secret'
  | 'money'
  | 'lab'
  | 'note'
  | 'free_lesson'
  | 'report'
  | 'seat'
  | 'shell'
  | 'rehearsal'
  | 'rehearsal_start'

/** Filter and sort keys of a list. Requests with other keys are refused. */
export interface ListKeys {
  /** Schema of the filter. */
  filter: SchemaName
  /** Every list also accepts `id`, which sorts like the first of these. */
  sorts: readonly [string, ...string[]]
  /** Used when the request has no `sort`. */
  defaultSort: readonly [by: string, order: 'ASC' | 'DESC']
}

export interface Operation {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  /** Exactly as published (test/calls.tsv), including a trailing slash. */
  path: `/${string}`
  auth: Auth
  /** Schema of the JSON body; callers pass the body under this name. */
  body?: SchemaRef
  bodyOptional?: true
  /** Maximum size of the body in bytes, where it is not `DEFAULT_BODY_LIMIT`. The widest valid body fits. */
  bodyLimit?: number
  /** Its body is signed by whoever sends it: the handler gets its bytes as they came. */
  signedBody?: true
  form?: SchemaName
  query?: SchemaName
  returns?: SchemaRef
  /** Form or query fields that the client requires before it sends the request. */
  required?: readonly string[]
  /** Default: 200 when something is returned, else 204. */
  status?: 200 | 201 | 202 | 204
  /** An administrator needs one of these; without them every administrator may call. */
  capabilities?: readonly Capability[]
  /** Body fields that need a capability of their own. */
  fieldCapabilities?: Readonly<Record<string, readonly Capability[]>>
  /**
   * Fields of the response that need a capability of their own. Without it they are absent, from exports too, and a filter or a sort
   * by one is refused.
   */
  readCapabilities?: Readonly<Record<string, readonly Capability[]>>
  /** Returns a page of a list with Content-Range. The `query` of such an operation is `listFields`. */
  list?: ListKeys
  /** Returns server-sent events or a file instead of JSON, or speaks tus: then bytes come in too, and headers say the rest. */
  stream?: 'events' | 'file' | 'tus'
  rate?: RateClass
  /** Supports Idempotency-Key, because it creates or charges something. */
  idempotent?: true
  /** Also open to signed-in accounts that are not activated yet. */
  allowUnactivated?: true
  /** Also open to administrators who have not yet set up the second factor that the owner requires. */
  allowWithoutSecondFactor?: true
  /**
   * For administrators who see the app as a learner. By default they may call all GET operations and nothing else. `refused`
   * excludes a GET that writes or shows what only the learner may see; `allowed` permits another operation
   * (docs/decisions/0012).
   */
  impersonation?: 'denied' | 'allowed'
  /** Not part of the published list of operations (test/calls.tsv). */
  extension?: true
  summary: string
}

export type Rows = Readonly<Record<string, Operation>>

type PathNames<P extends string> = P extends `${string}{${infer N}}${infer R}` ? N | PathNames<R> : never
export type PathParams<O extends Operation> = { [K in PathNames<O['path']>]: string }
type BodyName<R> = R extends `${infer N}[]` ? N : R
type BodyInput<O extends Operation> = O extends { body: infer R extends SchemaRef }
  ? O extends { bodyOptional: true }
    ? { [K in Extract<BodyName<R>, string>]?: Accepted<R> }
    : { [K in Extract<BodyName<R>, string>]: Accepted<R> }
  : unknown
type FormInput<O extends Operation> = O extends { form: infer R extends SchemaName } ? Accepted<R> : unknown
type QueryInput<O extends Operation> = O extends { query: infer R extends SchemaName } ? Accepted<R> : unknown

/** Input of a call: path parameters, query and form fields in one object, and the body under its schema's name. */
export type Input<O extends Operation> = PathParams<O> & BodyInput<O> & FormInput<O> & QueryInput<O>

/** Result of a call. */
export type Reply<O extends Operation> = O extends { stream: 'events' | 'file' | 'tus' }
  ? Response
  : O extends { list: ListKeys; returns: `${infer N extends SchemaName}[]` }
    ? Page<Output<N>>
    : O extends { returns: infer R extends SchemaRef }
      ? Output<R>
      : undefined

/**
 * One page of a list. `total` is exact up to 10,000; above, `estimated` is true. What a search (`q`) finds is counted up to
 * 1,000, or to the end of the page where that lies further; above, `capped` is true: there are `total` or more.
 */
export interface Page<T> {
  data: T[]
  total: number
  estimated: boolean
  capped: boolean
}

/** The name under which the body is passed: its schema's name without `[]`. */
export const bodyName = (row: Operation) => row.body?.replace('[]', '')

/** Maximum size of a body, in bytes. What is larger is refused before it is parsed. */
export const DEFAULT_BODY_LIMIT = 16 * 1024

export const bodyLimitOf = (row: Operation) => row.bodyLimit ?? DEFAULT_BODY_LIMIT

export const pathNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)

export const successStatus = (row: Operation) => row.status ?? (row.returns || row.stream ? 200 : 204)
