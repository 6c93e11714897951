import { type Api, handle } from '../../../http/calls/handle.ts'
import { createNotices, openEventStream } from '../../../http/events.ts'
import { attachment } from '../../../http/files.ts'
import { cancelExam, readCanSchedule, rescheduleExam, scheduleExam } from './booking/booking.ts'
import { readCalendar } from './booking/calendar.ts'
import { listExamHours } from './booking/capacity-calendar.ts'
import { answerConductCase } from './judging/conduct.ts'
import { askForExtraPoints } from './judging/extra-points.ts'
import { readMyRecord, recordFile } from './record/read-record.ts'
import { readPublicExam, readPublicExams } from './service.ts'
import { followExam } from './sitting/event-stream.ts'
import { checkExamFlag, listExamFlags, submitExamFlag } from './sitting/exam-flags.ts'
import { findShownExam, listMyExams, readMyExam } from './sitting/my-exam.ts'
import { readNotes, saveNotes } from './sitting/notes.ts'
import { startExamPreflight } from './sitting/preflight.ts'
import { reportProblem } from './sitting/reports.ts'
import { checkIn, handIn, resetExam } from './sitting/sitting.ts'
import { admitMyAddress } from './support/admitted-address.ts'

export function examAttemptRoutes(api: Api) {
  handle(api, 'listPublicExams', ({ deps }) => readPublicExams(deps))
  handle(api, 'listExams', ({ deps }) => readPublicExams(deps))
  handle(api, 'listMyExams', ({ deps, user }) => listMyExams(deps, user))
  handle(api, 'getExam', ({ deps, params }) => readPublicExam(deps, params.slug))
  handle(api, 'getCanSchedule', ({ deps, user, params }) => readCanSchedule(deps, user, params.exam))
  handle(api, 'listExamHours', ({ deps, user, params, query }) => listExamHours(deps, user, params.exam, query))
  handle(api, 'scheduleExam', ({ deps, user, params, body }) => scheduleExam(deps, user, params.exam, body))
  handle(api, 'rescheduleExam', ({ deps, user, params, body }) => rescheduleExam(deps, user, params.exam, body))
  handle(api, 'cancelExam', ({ deps, user, params }) => cancelExam(deps, user, params.exam))
  handle(api, 'getExamCalendar', async ({ deps, user, params, reply }) => {
    const file = await readCalendar(deps, user, params.exam)
    reply.header('content-disposition', 'attachment; filename="exam.ics"')
    return reply.type('text/calendar; charset=utf-8').send(file)
  })
  handle(api, 'addExtraPointsPR', ({ deps, user, params, body }) => askForExtraPoints(deps, user, params.exam, body))
  handle(api, 'getMyExam', ({ deps, user, address, params }) => readMyExam(deps, user, params.exam, address))
  handle(api, 'getMyAttempt', ({ deps, user, params }) => readMyRecord(deps.db, user, params))
  handle(api, 'downloadMyAttempt', async ({ deps, user, params, reply }) => {
    const { name, file } = await recordFile(await readMyRecord(deps.db, user, params))
    return reply.type('application/pdf').header('content-disposition', attachment(name, name)).send(file)
  })
  handle(api, 'answerConductCase', ({ deps, user, params, body }) => answerConductCase(deps, user, params, body))
  handle(api, 'checkInExam', ({ deps, user, address, params, body }) =>
    checkIn(deps, user, params.exam, { ...body, address }),
  )
  handle(api, 'handInExam', ({ deps, user, address, params }) => handIn(deps, user, params.exam, address))
  handle(api, 'resetExam', ({ deps, user, address, params }) => resetExam(deps, user, params.slug, address))
  handle(api, 'admitMyAddress', ({ deps, user, address, params, body }) =>
    admitMyAddress(deps, user, params.exam, body.address, address),
  )
  handle(api, 'listExamFlags', ({ deps, user, params }) => listExamFlags(deps, user, params.exam))
  handle(api, 'checkExamFlag', ({ deps, user, params }) => checkExamFlag(deps, user, params.id))
  handle(api, 'startExamPreflight', ({ deps, user, params }) => startExamPreflight(deps, user, params.exam))
  handle(api, 'getExamNotes', ({ deps, user, params }) => readNotes(deps, user, params))
  handle(api, 'saveExamNotes', ({ deps, user, params, body }) => saveNotes(deps, user, params, body))
  handle(api, 'reportExamProblem', ({ deps, user, params, body }) => reportProblem(deps, user, params.exam, body))
  const noticesOf = createNotices(api.app, 'exam')
  handle(api, 'followMyExam', async ({ deps, params, user, request, reply }) => {
    const { exam } = await findShownExam(deps.db, user, params.exam)
    const notices = await noticesOf(deps)
    const stream = openEventStream(api.app, request, reply, user.id)
    followExam(deps, notices, user, { examId: exam.id, stream }).catch((err: unknown) =>
      request.log.warn({ err, exam: exam.id }, 'An event stream failed'),
    )
    return reply
  })
  handle(api, 'submitExamFlag', ({ deps, user, params, body }) => submitExamFlag(deps, user, params.id, body.flag))
}
