import { type Api, handle } from '../../http/handle.ts'
import { listMyExams } from './my-exams.ts'
import { readPublicExams } from './public-exams.ts'
import { findPublishedExam } from './queries.ts'

export function examRoomRoutes(api: Api) {
  handle(api, 'listPublicExams', ({ deps }) => readPublicExams(deps))
  handle(api, 'listExams', ({ deps }) => readPublicExams(deps))
  handle(api, 'listMyExams', ({ deps, user }) => listMyExams(deps, user))
  handle(api, 'getExam', ({ deps, params }) => findPublishedExam(deps.db, params.slug))
}
