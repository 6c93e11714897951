import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { ofAccount } from '../auth/of-account-sql.ts'
import { examSource, listExamChoices } from './admin-queries.ts'
import { attemptSource } from './attempt-queries.ts'

export function examAdminRoutes(api: Api) {
  handleList(api, 'listExamsForAdmin', { source: examSource })
  handle(api, 'listExamChoices', ({ deps }) => listExamChoices(deps.db))
  handleList(api, 'listUserExams', {
    source: attemptSource,
    within: ofAccount(attemptSource.table.user_id),
  })
}
