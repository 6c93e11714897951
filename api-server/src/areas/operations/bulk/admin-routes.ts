import { type Api, handle } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { bulkItemSource, bulkJobSource, findJob } from './queries.ts'
import { allowedOnJob, cancelBulk, previewBulk, startBulk, toBulkJob, undoBulk } from './service.ts'

export function bulkAdminRoutes(api: Api) {
  const { lists } = api
  handle(api, 'previewBulk', ({ deps, user, body }) => previewBulk({ ...deps, lists }, user, body))
  handle(api, 'startBulk', ({ deps, auditActor, body }) => startBulk({ ...deps, lists }, auditActor, body))
  handle(api, 'getBulkJob', async ({ deps, user, params }) => toBulkJob(await findJob(deps.db, params.job_id), user))
  handle(api, 'cancelBulkJob', ({ deps, auditActor, params }) => cancelBulk(deps, auditActor, params.job_id))
  handle(api, 'undoBulkJob', ({ deps, auditActor, params }) => undoBulk(deps, auditActor, params.job_id))
  handleList(api, 'listBulkJobs', { source: bulkJobSource, allowed: allowedOnJob })
  handleList(api, 'listBulkItems', { source: bulkItemSource })
}
