import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../config.ts'
import { ApiError } from '../errors.ts'

/**
 * Anyone can sign in to the demo, and it shows its mails, so it answers requests for this machine's own names only. A page
 * of another site whose name was pointed at this machine (DNS rebinding) sends its own name as Host.
 */
export function answerLoopbackHostsOnly(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!isLoopback(`http://${request.headers.host ?? ''}`))
      throw new ApiError('misdirected', 'The demo answers only on this computer, for example at http://localhost.')
  })
}

/** Whether a proxy passed the request on, so that its sender may be anywhere. */
export const isForwarded = ({ headers }: FastifyRequest) =>
  ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'].some(
    (name) => headers[name] !== undefined,
  )
