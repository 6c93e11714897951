import { type Api, handle } from '../../../http/calls/handle.ts'
import { createNotices, lastEventId, openEventStream } from '../../../http/events.ts'
import { followDeployment } from './event-stream.ts'
import { presentDeployment } from './present.ts'
import { findShownDeployment } from './present-queries.ts'
import * as queries from './queries.ts'
import * as queueQueries from './queue/queries.ts'
import * as deployments from './service.ts'

export function deploymentRoutes(api: Api) {
  handle(api, 'deployLab', async ({ deps, params, user }) =>
    presentDeployment(deps, await deployments.deployLab(deps, user, params)),
  )
  handle(api, 'destroyLab', async ({ deps, params, user }) =>
    presentDeployment(deps, await deployments.destroyLab(deps, user, params)),
  )
  handle(api, 'extendLab', async ({ deps, params, user }) =>
    presentDeployment(deps, await deployments.extendLab(deps, user, params)),
  )
  handle(api, 'resetLabEnvironment', async ({ deps, params, user }) =>
    presentDeployment(deps, await deployments.resetLabEnvironment(deps, user, params)),
  )
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
      (error: unknown) => {
        request.log.warn({ err: error, deployment: deployment.id }, 'An event stream failed')
        stream.close()
      },
    )
    return reply
  })
}
