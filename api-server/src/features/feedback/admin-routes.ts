import type { Api } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { formSource } from './admin-queries.ts'

export function feedbackAdminRoutes(api: Api) {
  handleList(api, 'listFeedbackForms', { source: formSource })
}
