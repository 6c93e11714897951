import { ApiError } from '../errors.ts'
import { isForwarded } from '../http/client-address.ts'
import { type Api, handle } from '../http/handle.ts'
import { listOutbox } from '../mail/queries.ts'

/** The demo's mails, readable only on this machine. */
export function demoOutboxRoutes(api: Api) {
  handle(api, 'readDemoOutbox', async ({ deps, request }) => {
    const isLocal = /^(127\.|::1$)/.test(request.address)
    if (!deps.config.demo || !isLocal || isForwarded(request)) throw new ApiError('not_found', 'There is nothing here.')
    return listOutbox(deps.db)
  })
}
