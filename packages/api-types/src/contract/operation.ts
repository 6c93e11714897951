import type { z } from 'zod'
import type * as schemas from '../schemas.ts'

/** Every schema of the contract, known to rows by its name so that no client bundle carries zod. */
type Schemas = typeof schemas
export type SchemaName = Extract<
  { [K in keyof Schemas]: Schemas[K] extends z.ZodType ? K : never }[keyof Schemas],
  string
>
export type SchemaRef = SchemaName | `${SchemaName}[]`

/** What the named schema gives after parsing: the shape a client receives. */
export type Output<R> = R extends `${infer N extends SchemaName}[]`
  ? z.output<Schemas[N]>[]
  : R extends SchemaName
    ? z.output<Schemas[R]>
    : undefined

/** What the named schema accepts: the shape a client sends and a handler answers with. */
export type Accepted<R> = R extends `${infer N extends SchemaName}[]`
  ? z.input<Schemas[N]>[]
  : R extends SchemaName
    ? z.input<Schemas[R]>
    : undefined

/** Who may call. Among administrators `capabilities` of the row narrow it further. */
export type Auth = 'public' | 'bearer' | 'admin'
export type Capability = z.output<Schemas['capability']>

/** The limits a call can stand under; each is a count per account and per client address (api-server/src/http/rate-limits.ts). */
export type RateClass = 'signin' | 'mail' | 'secret' | 'money' | 'lab'

/** The keys of a list. Whoever sends another is refused. */
export interface ListKeys {
  /** The schema of its filter. */
  filter: SchemaName
  /** `id`, which every list accepts, stands for the first. */
  sorts: readonly [string, ...string[]]
  /** The order when none is asked for. */
  defaultSort: readonly [by: string, order: 'ASC' | 'DESC']
}

export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** As it is published (test/calls.tsv): a trailing slash is part of it. */
  path: `/${string}`
  auth: Auth
  /** The JSON body's schema; callers pass it under this name. */
  body?: SchemaRef
  /** The body may be left out. */
  bodyOptional?: true
  form?: SchemaName
  query?: SchemaName
  returns?: SchemaRef
  /** Names among form or query fields without which the call is refused before it is sent. */
  required?: readonly string[]
  /** 200 when something is returned, else 204, unless said here. */
  status?: 200 | 201 | 202 | 204
  /** An administrator needs any one of these; none named: any administrator. */
  capabilities?: readonly Capability[]
  /** Body fields that need a capability of their own, refused by name. */
  fieldCapabilities?: Readonly<Record<string, readonly Capability[]>>
  /** Answers a page with Content-Range: what it can be narrowed and sorted by. Its `query` is `listFields`. */
  list?: ListKeys
  /** Server-sent events, or a file. */
  stream?: 'events' | 'file'
  rate?: RateClass
  /** Creates or charges: honours Idempotency-Key. */
  idempotent?: true
  /** Open to a signed-in account that is not activated yet. */
  inactive?: true
  /** Open to an administrator who has still to set up the second factor that the owner requires. */
  factorless?: true
  /**
   * An administrator who sees as a learner reads and changes nothing: every GET is open to them but those refused here, which
   * show what is the learner's alone or write; of the others only what is allowed here (docs/decisions/0012).
   */
  see_as?: 'refused' | 'allowed'
  /** A call beyond the published list (test/calls.tsv). */
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

/** What a caller passes: path parameters, query and form fields side by side, the body under its schema's name. */
export type Input<O extends Operation> = PathParams<O> & BodyInput<O> & FormInput<O> & QueryInput<O>

/** What a call answers. */
export type Reply<O extends Operation> = O extends { stream: 'events' | 'file' }
  ? Response
  : O extends { list: ListKeys; returns: `${infer N extends SchemaName}[]` }
    ? Page<Output<N>>
    : O extends { returns: infer R extends SchemaRef }
      ? Output<R>
      : undefined

/** One page of a list; `total` is exact to 10,000 and marked `estimated` above. */
export interface Page<T> {
  data: T[]
  total: number
  estimated: boolean
}

/** The name under which the body is passed: the schema's, without the brackets of a list. */
export const bodyName = (row: Operation) => row.body?.replace('[]', '')

/** The path's parameter names, in order. */
export const pathNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)

/** Status of a success. */
export const successStatus = (row: Operation) => row.status ?? (row.returns || row.stream ? 200 : 204)
