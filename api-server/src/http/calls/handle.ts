import { type ListName, operations } from '@flagyard/api-types'
import {
  bodyLimitOf,
  type Operation,
  type PathParams,
  pathNames,
  type SchemaRef,
  successStatus,
} from '@flagyard/api-types/contract/operation'
import { schemaOf } from '@flagyard/api-types/contract/schema-of'
import { listFields } from '@flagyard/api-types/schemas'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import type { AuditActor, CurrentUser } from '../../identity/current-user.ts'
import { findCaller } from '../../identity/queries.ts'
import {
  assertAccess,
  assertFieldCapabilities,
  assertNotImpersonated,
  hiddenFields,
} from '../../identity/require-access.ts'
import { assertCallLeft } from '../../limits/consume-attempt.ts'
import { type CallLimits, countCall } from '../../limits/queries.ts'
import { CachedResponse, sendCachedResponse } from '../cached-response.ts'
import { readClaims } from '../client-address.ts'
import { assertDeliverable } from '../deliverable.ts'
import { assertStorable } from '../storable-text.ts'
import { invalidFields, invalidInput } from '../validation.ts'
import type { AnyCall, Call, Handler, ListPage, Operations, ServedList } from './handler-context.ts'
import { withIdempotencyKey } from './idempotency.ts'
import { limitRate, limitsOfCall } from './rate-limits.ts'
import { saveBodyBytes } from './signed-body.ts'

/** Registers the routes of the contract's rows. `served` collects the rows that features register; the server only starts if it contains all of them. */
export interface Api {
  app: FastifyInstance
  deps: Deps
  served: Set<keyof Operations>
  /** Registered lists by row name (list.ts). */
  lists: Map<ListName, ServedList>
}

declare module 'fastify' {
  interface FastifyRequest {
    user: CurrentUser | null
    /** Limits of a call that is not counted yet, because its handler does so. */
    limits: CallLimits | null
    /** Result of the row's read-ahead query, if it has one. */
    ahead: Promise<unknown> | null
  }
}

/** Serves one row of the contract: method, path, access, limits and schemas come from the row. */
export function handle<N extends keyof Operations>(api: Api, name: N, handler: Handler<Operations[N]>) {
  serve(api, name, handler as AnyHandler)
}

/** Handler of an action on the row with the path's `id`, which is audited. */
export const onId =
  <D, B, R>(act: (deps: D, by: AuditActor, id: string, body: B) => R) =>
  ({ deps, auditActor, params, body }: { deps: D; auditActor: AuditActor; params: { id: string }; body: B }): R =>
    act(deps, auditActor, params.id, body)

/**
 * Serves a row whose handler counts the call in a statement that it needs anyway, or together with its first read, which saves a wait. A call that is
 * refused before its handler runs is counted as usual.
 */
export function handleCounting<N extends keyof Operations, Read>(
  api: Api,
  name: N,
  readAhead: ReadAhead<Operations[N], Read> | undefined,
  handler: (
    call: Call<Operations[N]>,
    limits: Uncounted<Operations[N]>,
    read: Read,
  ) => ReturnType<Handler<Operations[N]>>,
) {
  const counting: AnyHandler = async (call) => {
    const read = (await call.request.ahead) as Read
    const { limits } = call.request
    if (!limits && !isCountedFirst(operations[name], call.request)) throw new Error(`${name} has no rate limits`)
    call.request.limits = null
    return handler(call as Call<Operations[N]>, limits as Uncounted<Operations[N]>, read)
  }
  serve(api, name, counting, { countsItself: true, ...(readAhead && { readAhead: readAhead as AnyReadAhead }) })
}

/** Limits of a call that is not counted yet. Null if it has an Idempotency-Key. */
type Uncounted<O extends Operation> = O extends { idempotent: true } ? CallLimits | null : CallLimits

/** A call with an Idempotency-Key is counted before the key is looked up, so that a stored answer counts too. */
const isCountedFirst = (row: Operation, { headers }: FastifyRequest) =>
  row.idempotent === true && headers['idempotency-key'] !== undefined

/**
 * Query that depends only on the caller's id and the path. It is sent together with the query for the caller, to save a round trip.
 * If the call is refused, its result is dropped.
 */
type ReadAhead<O extends Operation, Read> = (deps: Deps, userId: string, params: PathParams<O>) => Promise<Read>

/** Serves a row whose handler starts with the result of a read-ahead query. */
export function handleReadAhead<N extends keyof Operations, Read>(
  api: Api,
  name: N,
  readAhead: ReadAhead<Operations[N], Read>,
  handler: (call: Call<Operations[N]>, read: Read) => ReturnType<Handler<Operations[N]>>,
) {
  const reading: AnyHandler = async (call) => handler(call as Call<Operations[N]>, (await call.request.ahead) as Read)
  serve(api, name, reading, { readAhead: readAhead as AnyReadAhead })
}

type AnyHandler = (call: AnyCall) => unknown
type AnyReadAhead = (deps: Deps, userId: string, params: unknown) => Promise<unknown>

interface Serving {
  countsItself?: boolean
  readAhead?: AnyReadAhead
}

/** Untyped `handle`, for code that serves any row (list.ts). */
export function serve({ app, deps, served }: Api, name: keyof Operations, handler: AnyHandler, serving: Serving = {}) {
  const row: Operation = operations[name]
  served.add(name)
  const answerCall: RawHandler = async (request, reply) => {
    const call = readCall(deps, row, request, reply)
    await assertFieldCapabilities(row, call.user, call.body)
    await assertDeliverable(deps.mailer, row.body, call.body)
    const answer = () => handler(call)
    return row.idempotent ? withIdempotencyKey(name, call, answer, (value) => serialize(row, value)) : answer()
  }
  route(app, deps, row, answerCall, serving)
}

/** Prevents the server from starting if no feature serves a row of the contract. */
export function assertAllServed({ served }: Pick<Api, 'served'>): void {
  const missing = (Object.keys(operations) as (keyof Operations)[]).filter((name) => !served.has(name))
  if (missing.length > 0) throw new Error(`No feature serves ${missing.join(', ')}`)
}

type RawHandler = (request: FastifyRequest, reply: FastifyReply) => unknown

function route(
  app: FastifyInstance,
  deps: Deps,
  row: Operation,
  handler: RawHandler,
  { countsItself = false, readAhead }: Serving,
) {
  const parameters = pathNames(row.path)
  const guard = async (request: FastifyRequest, reply: FastifyReply) => {
    for (const parameter of parameters)
      if (!(request.params as Record<string, string>)[parameter])
        throw new ApiError('not_found', 'There is nothing here.')
    const claims = readClaims(deps, request)
    const caller = claims && findCaller(deps.db, claims)
    if (claims && readAhead) {
      request.ahead = readAhead(deps, claims.userId, request.params)
      // The handler gets the error. If the call is refused, nothing awaits it.
      request.ahead.catch(() => undefined)
    }
    request.user = await caller
    assertAccess(row, request.user)
    assertNotImpersonated(row, request.user)
    if (row.auth !== 'public') reply.header('cache-control', 'no-store')
    if (countsItself && !isCountedFirst(row, request)) request.limits = limitsOfCall(deps, row, request)
    else await limitRate(deps, row, request)
  }
  app.route({
    method: row.method,
    url: `/api/v1${row.path.replace(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: bodyLimitOf(row),
    onRequest: guard,
    ...(row.signedBody && { preParsing: saveBodyBytes }),
    ...(countsItself && { errorHandler: (error, request) => countRefused(deps, request, error) }),
    handler: async (request, reply) => {
      const answer = await handler(request, reply)
      if (reply.sent || row.stream) return answer ?? reply
      return send(row, reply, withoutHidden(answer, hiddenFields(row, request.user)))
    },
  })
}

/** A caller over the limit gets that error instead of the one about the call. */
async function countRefused(deps: Deps, { limits }: FastifyRequest, error: Error): Promise<never> {
  if (limits) assertCallLeft(deps, limits, await countCall(deps.db, limits))
  throw error
}

function send(row: Operation, reply: FastifyReply, answer: unknown) {
  if (answer instanceof CachedResponse)
    return sendCachedResponse(reply, answer, {
      type: 'application/json; charset=utf-8',
      cacheControl: 'public, max-age=0, must-revalidate',
    })
  if (row.returns === undefined || answer === undefined)
    return reply.code(row.returns ? 204 : successStatus(row)).send()
  reply.code(successStatus(row)).type('application/json; charset=utf-8')
  if (row.list) return sendPage(row, reply, answer as ListPage<unknown>)
  return reply.send(serialize(row, answer))
}

function withoutHidden(answer: unknown, hidden: readonly string[]): unknown {
  if (hidden.length === 0 || typeof answer !== 'object' || answer === null) return answer
  if ('data' in answer && Array.isArray(answer.data))
    return { ...answer, data: answer.data.map((row) => withoutHidden(row, hidden)) }
  return Object.fromEntries(Object.entries(answer).filter(([field]) => !hidden.includes(field)))
}

function sendPage(row: Operation, reply: FastifyReply, page: ListPage<unknown>) {
  const lastRow = page.from + page.data.length - 1
  const range = page.data.length > 0 ? `${page.from}-${lastRow}` : '*'
  reply.header('content-range', `items ${range}/${page.total}`)
  reply.header('access-control-expose-headers', 'content-range')
  if (page.estimated) reply.header('x-total-estimated', 'true')
  if (page.capped) reply.header('x-total-capped', 'true')
  return reply.send(serialize(row, page.data))
}

/** Responses are parsed too, so a field that is not in the contract never leaves the server. */
function serialize(row: Operation, answer: unknown): string {
  if (!row.returns) return ''
  const parsed = schemaOf(row.returns).safeParse(answer)
  if (!parsed.success) throw new Error(`The response does not match its schema: ${z.prettifyError(parsed.error)}`)
  return JSON.stringify(parsed.data)
}

function readCall(deps: Deps, row: Operation, request: FastifyRequest, reply: FastifyReply): AnyCall {
  if (row.method === 'GET' && row.auth === 'admin' && !row.query) assertNoListQuery(request.query as object)
  return {
    deps,
    params: request.params as AnyCall['params'],
    query: row.query && parse(row.query, request.query),
    form: row.form && parse(row.form, readForm(request)),
    body: row.body && parse(row.body, readJson(request), row.bodyOptional),
    user: request.user,
    auditActor: request.user ? { actor: request.user, address: request.address } : undefined,
    address: request.address,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    log: request.log,
    request,
    reply,
  }
}

/** A call that takes JSON accepts no other type: pages of other sites can send forms without a preflight request. */
function readJson(request: FastifyRequest): unknown {
  if (hasBodyBut(request, 'application/json')) throw new ApiError('unsupported_media', 'Please send JSON.')
  return request.body
}

function readForm(request: FastifyRequest): unknown {
  if (hasBodyBut(request, 'application/x-www-form-urlencoded'))
    throw new ApiError('unsupported_media', 'Please send a form: application/x-www-form-urlencoded.')
  return request.body
}

const hasBodyBut = ({ body, headers }: FastifyRequest, accepted: string) =>
  body !== undefined && body !== null && headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== accepted

/** Rejects list parameters on calls without them, so that a filter never seems to be applied when it is not. */
function assertNoListQuery(query: object) {
  const errors = Object.keys(listFields.shape)
    .filter((key) => key in query)
    .map((field) => ({ field, message: 'This list cannot be filtered, sorted or paged' }))
  if (errors.length > 0) throw invalidFields(errors)
}

function parse(ref: SchemaRef, value: unknown, optional = false): unknown {
  if (optional && (value === undefined || value === null)) return undefined
  const name = ref.replace('[]', '')
  if (value === undefined || value === null) throw new ApiError('malformed', `The request needs a body: ${name}.`)
  assertStorable(value)
  const result = schemaOf(ref).safeParse(value)
  if (!result.success) throw invalidInput(result.error)
  return result.data
}
