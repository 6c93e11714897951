import { type Api, handle } from '../../../../http/handle.ts'
import { handleList } from '../../../../http/list.ts'
import { rebuildExam } from '../sitting/rebuild.ts'
import { incidentCandidateSource } from './candidate-source.ts'
import { incidentSource, listCloudRegions } from './incident-queries.ts'
import { allowedOnIncident, createIncident, readIncident, updateIncident } from './incident-service.ts'
import { readExamsToday } from './today.ts'

/** Incidents that affect many exams. The actions themselves are bulk actions (bulk.ts). */
export function incidentAdminRoutes(api: Api) {
  handleList(api, 'listExamIncidents', { source: incidentSource, allowed: allowedOnIncident })
  handle(api, 'getExamIncident', ({ deps, user, params }) => readIncident(deps, user, params.id))
  handle(api, 'createExamIncident', ({ deps, auditActor, body }) => createIncident(deps, auditActor, body))
  handle(api, 'updateExamIncident', ({ deps, auditActor, params, body }) =>
    updateIncident(deps, auditActor, params.id, body),
  )
  handleList(api, 'listIncidentCandidates', { source: incidentCandidateSource })
  handle(api, 'listCloudRegions', ({ deps }) => listCloudRegions(deps.db))
  handle(api, 'rebuildExam', ({ deps, auditActor, params, body }) => rebuildExam(deps, auditActor, params, body))
  handle(api, 'listExamsToday', ({ deps, query }) => readExamsToday(deps.db, query.time_zone))
}
