import type { Rows } from '../contract/operation.ts'
import { admin, adminWith, owner } from '../contract/row.ts'

export const systemAdminOperations = {
  getVersion: admin('GET /version', 'versionInfo', { summary: 'Release, commit and schema of the server' }),
  getSystem: adminWith('owner', 'cloud')('GET /admin/system', 'system', {
    summary: 'State of the installation: processes, queues, mail, storage and database',
  }),
  listDeadJobs: owner('GET /admin/dead_jobs', 'deadJob[]', {
    summary: 'Background jobs that used up their retries, the latest hundred',
  }),
  reviveDeadJob: owner('POST /admin/dead_jobs/{id}/revive', { summary: 'Restarts a failed background job' }),
  dismissDeadJob: owner('DELETE /admin/dead_jobs/{id}', { summary: 'Dismisses a failed background job for good' }),
} satisfies Rows
