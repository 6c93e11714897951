import type { FastifyInstance } from 'fastify'
import { isLoopback } from '../config.ts'
import { ApiError } from '../errors.ts'

/**
 * Anyone can sign in to the demo, and it shows its mails, so it answers requests for this machine's own names only. A page
 * of another site whose name was pointed at this machine (DNS rebinding) sends its own name as Host.
 */
export function answerLoopbackHostsOnly(app: FastifyInstance): void {
  // Nearly all requests name the same one, and reading an address takes longer than comparing it.
  let known: string | undefined
  app.addHook('onRequest', async ({ headers: { host = '' } }) => {
    if (host === known) return
    if (!isLoopback(`http://${host}`))
      throw new ApiError('misdirected', 'The demo answers only on this computer, for example at http://localhost.')
    known = host
  })
}
