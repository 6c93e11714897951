import type { Deps } from '../../../deps.ts'
import { type Api, handle } from '../../../http/calls/handle.ts'
import { createNotices, lastEventId, openEventStream } from '../../../http/events.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { followDeployment } from './event-stream.ts'
import { presentDeployment } from './present.ts'
import { findShownDeployment } from './present-queries.ts'
import * as queries from './queries.ts'
import * as queueQueries from './queue/queries.ts'
import * as deployments from './service.ts'

export function deploymentRoutes(api: Api) {
  const presented =
    (change: typeof deployments.deployLab) =>
    async ({ deps, params, user }: { deps: Deps; params: Parameters<typeof change>[2]; user: CurrentUser }) =>
      presentDeployment(deps, await change(deps, user, params))
  handle(api, 'deployLab', presented(deployments.deployLab))
  handle(api, 'destroyLab', presented(deployments.destroyLab))
  handle(api, 'extendLab', presented(deployments.extendLab))
  handle(api, 'resetLabEnvironment', presented(deployments.resetLabEnvironment))
  handle(api, 'resetLab', async ({ deps, params, user }) =>
    presentDeployment(deps, await deployments.resetLab(deps, user, params.slug)),
  )
  handle(api, 'getDeployment', async ({ deps, params, user }) => {
    const shown = await findShownDeployment(deps.db, user.id, params.id)
    const { id, state } = shown.deployment
    const isWaiting = state === 'queued' || state === 'held'
    const [presented] = await Promise.all([
      presentDeployment(deps, shown),
      isWaiting ? queueQueries.touchPresence(deps.db, id) : undefined,
    ])
    return presented
  })

  const noticesOf = createNotices(api.app, 'deployment')
  handle(api, 'followDeployment', async ({ deps, params, user, request, reply }) => {
    const deployment = await queries.findOwnDeployment(deps.db, user.id, params.id)
    const events = await noticesOf(deps)
    const stream = openEventStream(api.app, request, reply, user.id)
    followDeployment(deps, events, user, { id: deployment.id, after: lastEventId(request), stream }).catch(
      (err: unknown) => request.log.warn({ err, deployment: deployment.id }, 'An event stream failed'),
    )
    return reply
  })
}
