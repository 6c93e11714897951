import { type Api, handle } from '../../../http/calls/handle.ts'
import { listExamChoices } from './queries.ts'

export function examAdminRoutes(api: Api) {
  handle(api, 'listExamChoices', ({ deps }) => listExamChoices(deps.db))
}
