import { lastEventId, openEventStream } from '../../http/events.ts'
import { type Api, handle } from '../../http/handle.ts'
import { type Bell, followDeployment, hangBell } from './event-stream.ts'
import { describeDeployment } from './present.ts'
import * as queries from './queries.ts'
import * as waiting from './queue-queries.ts'
import * as deployments from './service.ts'

export function deploymentRoutes(api: Api) {
  handle(api, 'deployLab', async ({ deps, params, user }) =>
    describeDeployment(deps, await deployments.deployLab(deps, user, params)),
  )
  handle(api, 'destroyLab', async ({ deps, params, user }) =>
    describeDeployment(deps, await deployments.destroyLab(deps, user, params)),
  )
  handle(api, 'extendLab', async ({ deps, params, user }) =>
    describeDeployment(deps, await deployments.extendLab(deps, user, params)),
  )
  handle(api, 'resetLabEnvironment', async ({ deps, params, user }) =>
    describeDeployment(deps, await deployments.resetLabEnvironment(deps, user, params)),
  )
  handle(api, 'resetLab', async ({ deps, params, user }) =>
    describeDeployment(deps, await deployments.resetLab(deps, user, params.slug)),
  )
  handle(api, 'getDeployment', async ({ deps, params, user }) => {
    const mine = await queries.findMine(deps.db, user.id, params.id)
    await waiting.touchPresence(deps.db, mine.id)
    return describeDeployment(deps, mine)
  })

  let bell: Promise<Bell & { stop(): Promise<void> }> | undefined
  api.app.addHook('onClose', async () => (await bell)?.stop())
  handle(api, 'followDeployment', async ({ deps, params, user, request, reply }) => {
    const mine = await queries.findMine(deps.db, user.id, params.id)
    bell ??= hangBell(deps)
    const hung = await bell.catch((error: unknown) => {
      bell = undefined
      throw error
    })
    const stream = openEventStream(api.app, request, reply)
    followDeployment(deps, hung, user, { id: mine.id, after: lastEventId(request), stream }).catch((error: unknown) => {
      request.log.warn({ err: error, deployment: mine.id }, 'a stream of events broke')
      stream.close()
    })
    return reply
  })
}
