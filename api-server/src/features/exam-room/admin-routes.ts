import type { Api } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { ofAccount } from '../auth/of-account-sql.ts'
import { attemptSource } from './attempt-source.ts'
import { examSource } from './exam-source.ts'

export function examRoomAdminRoutes(api: Api) {
  handleList(api, 'listExamsForAdmin', { source: examSource })
  handleList(api, 'listUserExams', {
    source: attemptSource,
    scope: ofAccount(attemptSource.table.user_id),
  })
}
