import type { Rows } from '../contract/operation.ts'
import { admin, personal, support } from '../contract/row.ts'

export const incidentAdminOperations = {
  listExamIncidents: admin('GET /admin/exam_incidents', 'examIncident[]', {
    list: { filter: 'examIncidentFilter', sorts: ['from_at'], defaultSort: ['from_at', 'DESC'] },
    summary: 'Incidents of exams: planned, open and ended',
  }),
  getExamIncident: admin('GET /admin/exam_incidents/{id}', 'examIncident', { summary: 'One incident' }),
  createExamIncident: support('POST /admin/exam_incidents', 'incidentInput', 'examIncident', {
    status: 201,
    idempotent: true,
    summary: 'Creates an incident; no attempt changes yet',
  }),
  updateExamIncident: support('PATCH /admin/exam_incidents/{id}', 'incidentEdit', 'examIncident', {
    summary: 'Changes the title or the times of an incident',
  }),
  listIncidentCandidates: personal('GET /admin/incident_candidates', 'incidentCandidate[]', {
    list: { filter: 'incidentCandidateFilter', sorts: ['scheduled_at'], defaultSort: ['scheduled_at', 'ASC'] },
    summary: 'Candidates affected by an incident, with their clocks; the filter must name the incident',
  }),
  listCloudRegions: admin('GET /admin/cloud_regions', 'cloudRegion[]', {
    summary: 'Regions that have accounts',
  }),
  rebuildExam: support('POST /admin/user/{username}/attempts/{id}/rebuild', 'attemptRebuild', 'examRebuild', {
    summary: 'Rebuilds an exam environment after failed builds',
  }),
  listExamsToday: personal('GET /admin/exams_today', 'examsToday', {
    query: 'examsTodayQuery',
    summary: 'Today’s candidates, and the attempts that need attention',
  }),
} satisfies Rows
