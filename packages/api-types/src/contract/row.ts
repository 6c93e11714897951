import { readsHolders, readsPersonalData } from './capabilities.ts'
import type { Capability, ListKeys, Operation, SchemaRef } from './operation.ts'

type Endpoint = `${Operation['method']} /${string}`
/** Properties of a row that its builder does not set. */
type Options = Omit<Operation, 'method' | 'path' | 'auth' | 'capabilities' | 'extension'>
type Access = Pick<Operation, 'auth' | 'capabilities'>
/** Rejects misspelt options, which type inference would accept. */
type Known<O> = O & { [K in Exclude<keyof O, keyof Options>]: never }

type Row<A, E extends Endpoint, O> = A &
  (E extends `${infer M} ${infer P}` ? { method: M; path: P } : never) &
  O &
  (O extends { list: ListKeys } ? { query: 'listFields' } : unknown)

/** Builds a row from its endpoint, the schemas of body and reply, and options. */
interface RowBuilder<A> {
  <const E extends Endpoint, const O extends Options>(endpoint: E, options: Known<O>): Row<A, E, O>
  <const E extends Endpoint, const R extends SchemaRef, const O extends Options>(
    endpoint: E,
    returns: R,
    options: Known<O>,
  ): Row<A, E, O & { returns: R }>
  <const E extends Endpoint, const B extends SchemaRef, const R extends SchemaRef, const O extends Options>(
    endpoint: E,
    body: B,
    returns: R,
    options: Known<O>,
  ): Row<A, E, O & { body: B; returns: R }>
}

function rowBuilder<A extends Access>(access: A): RowBuilder<A> {
  const build = (endpoint: string, ...rest: object[]) => {
    const [method, path] = endpoint.split(' ')
    const options = rest.pop()
    const [returns, body] = rest.reverse()
    const schemas = { ...(body && { body }), ...(returns && { returns }) }
    const query = options && 'list' in options ? { query: 'listFields' } : {}
    return { ...access, method, path, ...schemas, ...query, ...options } as never
  }
  return build as never
}

/** Rows are extensions, except `published` ones: those are in test/calls.tsv. */
const rowsFor = <A extends Access>(access: A) =>
  Object.assign(rowBuilder({ ...access, extension: true as const }), { published: rowBuilder(access) })

/** Administrators who hold at least one of the capabilities. */
export const adminWith = <const C extends readonly Capability[]>(...capabilities: C) =>
  rowsFor({ auth: 'admin', capabilities })

/** No sign-in. */
export const anyone = rowsFor({ auth: 'public' })
/** Any active account; the call concerns only its own data. */
export const signedIn = rowsFor({ auth: 'bearer' })
/** Any administrator, for content and counts. */
export const admin = rowsFor({ auth: 'admin' })
export const support = adminWith('support')
export const finance = adminWith('finance')
export const content = adminWith('content')
export const cloud = adminWith('cloud')
export const owner = adminWith('owner')
export const supportOrOwner = adminWith('support', 'owner')
/** Personal data. */
export const personal = adminWith(...readsPersonalData)
/** Which learner holds a cloud account. */
export const holders = adminWith(...readsHolders)
/** Excludes only administrators without any capability. */
export const anyCapability = adminWith('owner', 'support', 'content', 'finance', 'cloud')
