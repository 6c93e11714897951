import { type Api, handle } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { attachment } from '../../../http/files.ts'
import { ofAccount } from '../../platform/auth/index.ts'
import { extendExam, scheduleExamForUser } from './admin-service.ts'
import { listExamSittings, readExamCapacity } from './booking/capacity-calendar.ts'
import { incidentCandidateSource } from './incidents/candidate-queries.ts'
import { incidentSource, listCloudRegions } from './incidents/incident-queries.ts'
import {
  allowedOnIncident,
  createIncident,
  readExamsToday,
  readIncident,
  updateIncident,
} from './incidents/incident-service.ts'
import { decideConductCase, openConductCase } from './judging/conduct.ts'
import { conductCaseSource } from './judging/conduct-queries.ts'
import { postponeExam, restoreExam, voidExam } from './judging/corrections.ts'
import { decideExtraPoints } from './judging/extra-points.ts'
import { allowedOnRequest, extraPointsSource } from './judging/extra-points-queries.ts'
import { correctExamPoints, previewRegrade } from './judging/regrade.ts'
import { attemptSource, candidateSource, candidatesOf, examSource } from './overview/list-queries.ts'
import { listExamHints, readExamResults } from './overview/results.ts'
import { readUserRecord, recordFile } from './record/read-record.ts'
import { listTries } from './sitting/queries.ts'
import { answerReport } from './sitting/reports.ts'
import { rebuildExam } from './sitting/steps.ts'
import * as supportRoom from './support/support-room.ts'
import { findUserAttempt, readUserAttempt } from './user-attempt.ts'

export function examAttemptAdminRoutes(api: Api) {
  handle(api, 'extendExam', ({ deps, auditActor, params, body }) => extendExam(deps, auditActor, params, body))
  handle(api, 'scheduleExamForUser', ({ deps, auditActor, params, body }) =>
    scheduleExamForUser(deps, auditActor, params, body),
  )
  handle(api, 'getUserAttempt', ({ deps, user, params }) => readUserAttempt(deps.db, user, params))
  handle(api, 'postponeExam', async ({ deps, user, auditActor, params, body }) => {
    await postponeExam(deps, auditActor, params, body)
    return readUserAttempt(deps.db, user, params)
  })
  handle(api, 'restoreExam', async ({ deps, user, auditActor, params, body }) => {
    await restoreExam(deps, auditActor, params, body)
    return readUserAttempt(deps.db, user, params)
  })
  handle(api, 'decideExtraPoints', ({ deps, auditActor, params, body }) =>
    decideExtraPoints(deps, auditActor, params, body),
  )
  handle(api, 'correctExamPoints', ({ deps, auditActor, params, body }) =>
    correctExamPoints(deps, auditActor, params, body),
  )
  handle(api, 'voidExam', async ({ deps, user, auditActor, params, body }) => {
    await voidExam(deps, auditActor, params, body)
    return readUserAttempt(deps.db, user, params)
  })
  handle(api, 'openConductCase', async ({ deps, user, auditActor, params, body }) => {
    await openConductCase(deps, auditActor, params, body)
    return readUserAttempt(deps.db, user, params)
  })
  handle(api, 'decideConductCase', async ({ deps, user, auditActor, params, body }) => {
    const id = await decideConductCase(deps, auditActor, params, body)
    return readUserAttempt(deps.db, user, { username: params.username, id })
  })
  handle(api, 'getUserAttemptRecord', ({ deps, params }) => readUserRecord(deps.db, params))
  handle(api, 'getUserAttemptPdf', async ({ deps, params, reply }) => {
    const { name, file } = await recordFile(await readUserRecord(deps.db, params))
    return reply.type('application/pdf').header('content-disposition', attachment(name, name)).send(file)
  })
  handle(api, 'listUserFlagTries', async ({ deps, params }) =>
    listTries(deps.db, (await findUserAttempt(deps.db, params)).attempt),
  )
  handle(api, 'getUsersToRegrade', ({ deps, params, query }) => previewRegrade(deps, params.slug, query.flag))
  handleList(api, 'listConductCases', { source: conductCaseSource })
  handleList(api, 'listExtraPoints', { source: extraPointsSource, allowed: allowedOnRequest })
  handle(api, 'answerExamReport', async ({ deps, user, auditActor, params, body }) => {
    await answerReport(deps, auditActor, params, body)
    return readUserAttempt(deps.db, user, params)
  })
  incidentAdminRoutes(api)
  handle(api, 'getExamCapacity', ({ deps, params, query }) => readExamCapacity(deps.db, params.cloud, query))
  handle(api, 'listExamSittings', ({ deps, params, query }) => listExamSittings(deps.db, params.cloud, query))
  handle(api, 'getExamResults', ({ deps, params, query }) => readExamResults(deps.db, params.slug, query))
  handle(api, 'listExamHints', ({ deps, params, query }) => listExamHints(deps.db, params.slug, query))
  handle(api, 'askForUserRoom', ({ deps, auditActor, params, body }) =>
    supportRoom.askForRoom(deps, auditActor, params, body),
  )
  handle(api, 'listUserRooms', ({ deps, user, params }) => supportRoom.listUserRooms(deps.db, user, params))
  handle(api, 'confirmRoom', ({ deps, auditActor, params }) => supportRoom.confirmRoom(deps, auditActor, params.id))
  handle(api, 'enterRoomCode', ({ deps, auditActor, params, body }) =>
    supportRoom.enterRoomCode(deps, auditActor, params.id, body.code),
  )
  handle(api, 'getUserRoom', ({ deps, user, address, params }) =>
    supportRoom.readSupportRoom(deps, user, params.id, address),
  )
  handle(api, 'admitAddressForUser', ({ deps, auditActor, params, body }) =>
    supportRoom.admitAddressForUser(deps, auditActor, params.id, body.address),
  )
  handle(api, 'endRoom', ({ deps, auditActor, params }) => supportRoom.endRoom(deps, auditActor, params.id))
  handleList(api, 'listExamsForAdmin', { source: examSource })
  handleList(api, 'listExamCandidates', { source: candidateSource, scope: candidatesOf })
  handleList(api, 'listUserExams', {
    source: attemptSource,
    scope: ofAccount(attemptSource.table.user_id),
  })
}

/** Incidents that affect many exams. The actions themselves are bulk actions (bulk.ts). */
function incidentAdminRoutes(api: Api) {
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
