import { type Api, handle } from '../../http/handle.ts'
import { cancelExam, readCanSchedule, rescheduleExam, scheduleExam } from './booking.ts'
import { checkExamFlag, listExamFlags, submitExamFlag } from './exam-flags.ts'
import { readMyExam } from './my-exam.ts'
import { listMyExams } from './my-exams.ts'
import { readPublicExams } from './public-exams.ts'
import { findPublishedExam } from './queries.ts'
import { readCalendar } from './read-calendar.ts'
import { checkIn, handIn, resetExam } from './sitting.ts'

export function examRoomRoutes(api: Api) {
  handle(api, 'listPublicExams', ({ deps }) => readPublicExams(deps))
  handle(api, 'listExams', ({ deps }) => readPublicExams(deps))
  handle(api, 'listMyExams', ({ deps, user }) => listMyExams(deps, user))
  handle(api, 'getExam', ({ deps, params }) => findPublishedExam(deps.db, params.slug))
  handle(api, 'getCanSchedule', ({ deps, user, params }) => readCanSchedule(deps, user, params.exam))
  handle(api, 'scheduleExam', ({ deps, user, params, body }) => scheduleExam(deps, user, params.exam, body))
  handle(api, 'rescheduleExam', ({ deps, user, params, body }) => rescheduleExam(deps, user, params.exam, body))
  handle(api, 'cancelExam', ({ deps, user, params }) => cancelExam(deps, user, params.exam))
  handle(api, 'getExamCalendar', async ({ deps, user, params, reply }) => {
    const file = await readCalendar(deps, user, params.exam)
    reply.header('content-disposition', 'attachment; filename="exam.ics"')
    return reply.type('text/calendar; charset=utf-8').send(file)
  })
  handle(api, 'getMyExam', ({ deps, user, params }) => readMyExam(deps, user, params.exam))
  handle(api, 'checkInExam', ({ deps, user, params }) => checkIn(deps, user, params.exam))
  handle(api, 'handInExam', ({ deps, user, params }) => handIn(deps, user, params.exam))
  handle(api, 'resetExam', ({ deps, user, params }) => resetExam(deps, user, params.slug))
  handle(api, 'listExamFlags', ({ deps, user, params }) => listExamFlags(deps, user, params.exam))
  handle(api, 'checkExamFlag', ({ deps, user, params }) => checkExamFlag(deps, user, params.id))
  handle(api, 'submitExamFlag', ({ deps, user, params, body }) => submitExamFlag(deps, user, params.id, body.flag))
}
