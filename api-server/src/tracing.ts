import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Request that sent a job, directly or through other jobs. Stored with the job. */
export interface Origin {
  request: string
  /** Span of the sender, in the format of W3C Trace Context. Absent without telemetry. */
  traceparent?: string
}

/** Values of a span. None may identify a person or contain a secret, so the names are a closed list. */
export type Attributes = Partial<
  Record<
    | 'db.operation.name'
    | 'error.type'
    | 'flagyard.job.attempt'
    | 'flagyard.job.id'
    | 'flagyard.request.id'
    | 'http.request.method'
    | 'http.response.status_code'
    | 'http.route'
    | 'server.address',
    string | number
  >
>

export interface Span {
  readonly traceId: string
  readonly traceparent: string
  end(attributes?: Attributes, error?: unknown): void
}

type Kind = 'server' | 'consumer' | 'client' | 'internal'

export interface Tracer {
  start(name: string, kind: Kind, attributes: Attributes, parent: Span | string | undefined): Span
}

/** Request or job in progress, with its innermost span. */
export interface Work {
  request: string
  span: Span | undefined
}

const current = new AsyncLocalStorage<Work | undefined>()
let tracer: Tracer | undefined

/** Starts to trace: telemetry.ts, if a collector is configured. Without it, this module only passes request ids on. */
export function traceWith(started: Tracer): void {
  tracer = started
}

const processId = randomBytes(6).toString('base64url')
let requests = 0

/** Id that is unique across processes. */
export const createRequestId = (): string => `${processId}-${(++requests).toString(36)}`

/** Begins a request or job with its span. The caller ends the span. */
export const beginWork = (name: string, kind: Kind, attributes: Attributes, origin: Origin): Work => ({
  request: origin.request,
  span: tracer?.start(name, kind, { ...attributes, 'flagyard.request.id': origin.request }, origin.traceparent),
})

/** Runs a function as part of a request or job. */
export const runIn = <T>(work: Work, run: () => T): T => current.run(work, run)

/** Runs a function that belongs to no request or job. */
export const runOutside = <T>(run: () => T): T => current.run(undefined, run)

/** Origin of the jobs that are sent now. */
export function currentOrigin(): Origin | undefined {
  const work = current.getStore()
  return work && { request: work.request, ...(work.span && { traceparent: work.span.traceparent }) }
}

/** Fields of every log entry. */
export function currentIds(): object {
  const work = current.getStore()
  return work ? { reqId: work.request, ...(work.span && { traceId: work.span.traceId }) } : {}
}

/** Starts a span within the current request or job. The caller ends it. */
export function startSpan(name: string, attributes: Attributes): Span | undefined {
  const parent = current.getStore()?.span
  return parent && tracer?.start(name, 'client', attributes, parent)
}

/** Runs one step of the current request or job in its own span. */
export async function traced<T>(
  name: string,
  kind: 'client' | 'internal',
  attributes: Attributes,
  step: () => Promise<T>,
): Promise<T> {
  const work = current.getStore()
  if (!tracer || !work?.span) return step()
  const span = tracer.start(name, kind, attributes, work.span)
  try {
    const result = await current.run({ ...work, span }, step)
    span.end()
    return result
  } catch (error) {
    span.end({}, error)
    throw error
  }
}

/** Makes each request the origin of its log entries, spans and jobs. Continues the trace of a proxy or caller (`traceparent`). */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { id, method, headers, routeOptions } = request
    const { url: route } = routeOptions
    const attributes = { 'http.request.method': method, ...(route && { 'http.route': route }) }
    const traceparent = typeof headers.traceparent === 'string' ? headers.traceparent : undefined
    const origin = { request: id, ...(traceparent && { traceparent }) }
    const work = beginWork(route ? `${method} ${route}` : method, 'server', attributes, origin)
    // Also emitted if the client disconnects, unlike `onResponse`.
    if (work.span) reply.raw.once('close', () => work.span?.end({ 'http.response.status_code': reply.statusCode }))
    runIn(work, done)
  })
}
