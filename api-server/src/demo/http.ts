import type { FastifyInstance } from 'fastify'
import { isLoopback } from '../config.ts'
import { ApiError } from '../errors.ts'
import { type Api, handle } from '../http/calls/handle.ts'
import { isForwarded } from '../http/client-address.ts'
import { listOutbox } from '../mail/queries.ts'

/**
 * Anyone can sign in to the demo, and it shows its mails, so it only answers requests for this machine's own names. A page of another site whose name
 * points at this machine (DNS rebinding) sends its own name as Host.
 */
export function answerLoopbackHostsOnly(app: FastifyInstance): void {
  // Nearly all requests have the same Host, and parsing it takes longer than comparing it.
  let known: string | undefined
  app.addHook('onRequest', async ({ headers: { host = '' } }) => {
    if (host === known) return
    if (!isLoopback(`http://${host}`))
      throw new ApiError('misdirected', 'The demo answers only on this computer, for example at http://localhost.')
    known = host
  })
}

/** The demo's mails, readable only on this machine. */
export function demoOutboxRoutes(api: Api) {
  handle(api, 'readDemoOutbox', async ({ deps, request }) => {
    const isLocal = /^(127\.|::1$)/.test(request.address)
    if (!deps.config.demo || !isLocal || isForwarded(request)) throw new ApiError('not_found', 'There is nothing here.')
    return listOutbox(deps.db)
  })
}
