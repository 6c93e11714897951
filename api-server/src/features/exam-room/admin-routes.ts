import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { ofAccount } from '../auth/of-account-sql.ts'
import { extendExam, scheduleExamForUser } from './admin-service.ts'
import { attemptSource } from './attempt-source.ts'
import { examSource } from './exam-source.ts'

export function examRoomAdminRoutes(api: Api) {
  handle(api, 'extendExam', ({ deps, auditActor, params, body }) => extendExam(deps, auditActor, params, body))
  handle(api, 'scheduleExamForUser', ({ deps, auditActor, params, body }) =>
    scheduleExamForUser(deps, auditActor, params, body),
  )
  handleList(api, 'listExamsForAdmin', { source: examSource })
  handleList(api, 'listUserExams', {
    source: attemptSource,
    scope: ofAccount(attemptSource.table.user_id),
  })
}
