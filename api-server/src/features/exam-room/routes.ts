import { type Api, handle } from '../../http/handle.ts'
import { listMyExams } from './my-exams.ts'
import { findPublishedExam, listPublishedExams } from './queries.ts'

export function examRoomRoutes(api: Api) {
  handle(api, 'listPublicExams', ({ deps }) => listPublishedExams(deps.db))
  handle(api, 'listExams', ({ deps }) => listPublishedExams(deps.db))
  handle(api, 'listMyExams', ({ deps, user }) => listMyExams(deps, user))
  handle(api, 'getExam', ({ deps, params }) => findPublishedExam(deps.db, params.slug))
}
