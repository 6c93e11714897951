import type { FastifyInstance } from 'fastify'
import { beginWork, runIn } from '../tracing.ts'

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
