import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { ofAccount } from '../auth/of-account-sql.ts'
import { extendExam, scheduleExamForUser } from './admin-service.ts'
import { attemptSource } from './attempt-source.ts'
import { candidateSource, candidatesOf } from './candidate-source.ts'
import { postponeExam, restoreExam } from './corrections.ts'
import { examSource } from './exam-source.ts'
import { readUserAttempt } from './user-attempt.ts'

export function examRoomAdminRoutes(api: Api) {
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
  handleList(api, 'listExamsForAdmin', { source: examSource })
  handleList(api, 'listExamCandidates', { source: candidateSource, scope: candidatesOf })
  handleList(api, 'listUserExams', {
    source: attemptSource,
    scope: ofAccount(attemptSource.table.user_id),
  })
}
