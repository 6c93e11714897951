import { ApiError } from '../errors.ts'
import { type Api, handle } from '../http/handle.ts'
import { listOutbox } from '../mail/queries.ts'
import { isForwarded } from './loopback-only.ts'

/** The mails of the demo, to be read on this machine alone. */
export function demoOutboxRoutes(api: Api) {
  handle(api, 'readDemoOutbox', async ({ deps, request }) => {
    const loopback =
      /^(127\.|::1$|::ffff:127\.)/.test(request.ip) &&
      /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
    if (!deps.config.demo || !loopback || isForwarded(request))
      throw new ApiError('not_found', 'There is nothing here.')
    return listOutbox(deps.db)
  })
}
