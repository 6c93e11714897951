import { type Api, handle } from '../../../http/calls/handle.ts'
import { dismissDeadJob, listDeadJobs, reviveDeadJob } from './dead-jobs.ts'
import { readSystem, readVersion } from './service.ts'

export function systemAdminRoutes(api: Api) {
  handle(api, 'getVersion', ({ deps }) => readVersion(deps))
  handle(api, 'getSystem', ({ deps }) => readSystem(deps))
  handle(api, 'listDeadJobs', ({ deps }) => listDeadJobs(deps))
  handle(api, 'reviveDeadJob', ({ deps, auditActor, params }) => reviveDeadJob(deps, auditActor, params.id))
  handle(api, 'dismissDeadJob', ({ deps, auditActor, params }) => dismissDeadJob(deps, auditActor, params.id))
}
