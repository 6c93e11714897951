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

/** Classes of rate limits, counted per account and per client address (api-server/src/http/calls/rate-limits.ts). */
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

/** Filter and sort keys of a list. Requests with other keys are rejected. */
export interface ListKeys {
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
  /** Maximum body size in bytes, if not `DEFAULT_BODY_LIMIT`. The largest valid body fits. */
  bodyLimit?: number
  /** The body is signed by the sender: the handler receives the raw bytes. */
  signedBody?: true
  form?: SchemaName
  query?: SchemaName
  returns?: SchemaRef
  /** Form or query fields that the client requires before sending the request. */
  required?: readonly string[]
  /** Default: 200 if there is a response body, else 204. */
  status?: 200 | 201 | 202 | 204
  /** An administrator needs one of these. If omitted, every administrator may call. */
  capabilities?: readonly Capability[]
  /** Body fields that require additional capabilities. */
  fieldCapabilities?: Readonly<Record<string, readonly Capability[]>>
  /**
   * Response fields that require additional capabilities. Without them the fields are absent, also from exports, and filtering or sorting by them is
   * refused.
   */
  readCapabilities?: Readonly<Record<string, readonly Capability[]>>
  /** Returns a page of a list with Content-Range. The `query` of such an operation is `listFields`. */
  list?: ListKeys
  /** Returns server-sent events or a file instead of JSON, or implements tus, which also receives bytes and sends its results in headers. */
  stream?: 'events' | 'file' | 'tus'
  rate?: RateClass
  /** Supports Idempotency-Key, because it creates or charges something. */
  idempotent?: true
  /** Also allowed for signed-in accounts that are not activated yet. */
  allowUnactivated?: true
  /** Also allowed for administrators who have not yet set up the required second factor. */
  allowWithoutSecondFactor?: true
  /**
   * Access while impersonating a learner. Default: all GET operations and nothing else. `denied` excludes a GET that writes or shows private data of
   * the learner; `allowed` permits another operation (docs/decisions/0012).
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

export type Reply<O extends Operation> = O extends { stream: 'events' | 'file' | 'tus' }
  ? Response
  : O extends { list: ListKeys; returns: `${infer N extends SchemaName}[]` }
    ? Page<Output<N>>
    : O extends { returns: infer R extends SchemaRef }
      ? Output<R>
      : undefined

/**
 * One page of a list. `total` is exact up to 10,000; above that, `estimated` is true. Search results (`q`) are counted up to 1,000, or to the end of
 * the page if that is higher; above that, `capped` is true and there are at least `total`.
 */
export interface Page<T> {
  data: T[]
  total: number
  estimated: boolean
  capped: boolean
}

/** Name under which the body is passed: its schema name without `[]`. */
export const bodyName = (row: Operation) => row.body?.replace('[]', '')

/** Maximum body size, in bytes. Larger bodies are rejected before parsing. */
export const DEFAULT_BODY_LIMIT = 16 * 1024

export const bodyLimitOf = (row: Operation) => row.bodyLimit ?? DEFAULT_BODY_LIMIT

export const pathNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)

export const successStatus = (row: Operation) => row.status ?? (row.returns || row.stream ? 200 : 204)
