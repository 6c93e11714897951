import type { Rows } from '../contract/operation.ts'
import { admin, personal, support, supportOrOwner } from '../contract/row.ts'

export const examAttemptAdminOperations = {
  decideExtraPoints: support.published(
    'POST /admin/user/{username}/exams/{exam_slug}/extra_points_pr',
    'extraPointsDecision',
    'resultChange',
    { summary: 'Decides a learner’s extra points' },
  ),
  extendExam: support.published(
    'POST /admin/exam/{exam_id}/user/{user_id}/extend_active_until',
    'extendExamEdit',
    'examExtension',
    { summary: 'Extends a learner’s exam time' },
  ),
  scheduleExamForUser: support.published(
    'POST /admin/user/{username}/exams/{exam_slug}/schedule',
    'scheduleExamEdit',
    'examBooking',
    { summary: 'Books a slot for a learner' },
  ),
  listExamsForAdmin: admin.published('GET /admin/exams', 'examRow[]', {
    list: {
      filter: 'examFilter',
      sorts: ['title', 'slug', 'status', 'health', 'price', 'updated_at'],
      defaultSort: ['title', 'ASC'],
    },
    summary: 'Exams: filtered, sorted, paged',
  }),
  listUserExams: personal('GET /admin/user/{username}/exams', 'userExam[]', {
    list: { filter: 'idFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    summary: 'A learner’s exam attempts, newest first',
  }),
  getUserAttempt: personal('GET /admin/user/{username}/attempts/{id}', 'userAttempt', {
    summary: 'One exam attempt of a learner, with its clock and ledger',
  }),
  postponeExam: support('POST /admin/user/{username}/attempts/{id}/postpone', 'attemptCorrection', 'userAttempt', {
    summary: 'Takes an exam back for our fault, so that it is booked anew and not counted',
  }),
  restoreExam: support('POST /admin/user/{username}/attempts/{id}/restore', 'attemptCorrection', 'userAttempt', {
    summary: 'Gives a failed or missed attempt back for our fault',
  }),
  correctExamPoints: support('POST /admin/user/{username}/attempts/{id}/points', 'pointsCorrection', 'resultChange', {
    summary: 'Adds points to an attempt by hand, or takes them',
  }),
  voidExam: support('POST /admin/user/{username}/attempts/{id}/void', 'attemptCorrection', 'userAttempt', {
    summary: 'Voids an attempt that nobody is to sit again',
  }),
  openConductCase: support('POST /admin/user/{username}/attempts/{id}/conduct_cases', 'conductOpening', 'userAttempt', {
    idempotent: true,
    summary: 'Opens a conduct case with its evidence',
  }),
  decideConductCase: support(
    'POST /admin/user/{username}/conduct_cases/{id}/decide',
    'conductDecision',
    'userAttempt',
    { summary: 'Dismisses a conduct case, or disqualifies the attempt' },
  ),
  getUserAttemptRecord: personal('GET /admin/user/{username}/attempts/{id}/record', 'attemptRecord', {
    summary: 'An attempt of a learner minute by minute',
  }),
  getUserAttemptPdf: personal('GET /admin/user/{username}/attempts/{id}/record/pdf', {
    stream: 'file',
    summary: 'An attempt of a learner minute by minute, as a PDF',
  }),
  listUserFlagTries: personal('GET /admin/user/{username}/attempts/{id}/flag_tries', 'examFlagTry[]', {
    summary: 'When a learner tried the flags of an attempt, and with what success',
  }),
  listExtraPoints: personal('GET /admin/extra_points', 'extraPointsRow[]', {
    list: { filter: 'extraPointsFilter', sorts: ['created_at'], defaultSort: ['created_at', 'ASC'] },
    summary: 'Pull requests that were sent for extra points',
  }),
  listConductCases: personal('GET /admin/conduct_cases', 'conductCaseRow[]', {
    list: { filter: 'conductCaseFilter', sorts: ['state', 'created_at'], defaultSort: ['state', 'DESC'] },
    summary: 'Conduct cases of all candidates, open ones first',
  }),
  getUsersToRegrade: personal('GET /admin/exams/{slug}/regrade', 'regradePreview', {
    query: 'regradeQuery',
    summary: 'Dry run of a regrade: whom a broken flag touched, and what it changes',
  }),
  answerExamReport: support(
    'POST /admin/user/{username}/attempts/{id}/reports/{report}/answer',
    'examReportAnswer',
    'userAttempt',
    { summary: 'Answers a problem that a candidate reported' },
  ),
  listExamCandidates: personal('GET /admin/exams/{slug}/candidates', 'examCandidate[]', {
    list: { filter: 'examCandidateFilter', sorts: ['scheduled_at'], defaultSort: ['scheduled_at', 'DESC'] },
    summary: 'Who sits an exam: every attempt with its state, date and points',
  }),
} satisfies Rows

/** Capacity, bookings and results of an exam, or of all exams on a provider. */
export const examOverviewOperations = {
  getExamCapacity: admin('GET /admin/exam_capacity/{cloud}', 'examCapacity', {
    query: 'examCapacityQuery',
    summary: 'Bookings against the accounts of a provider, hour by hour',
  }),
  listExamSittings: personal('GET /admin/exam_sittings/{cloud}', 'examSitting[]', {
    query: 'examSittingsQuery',
    summary: 'Who needs an account of a provider for an exam on a day',
  }),
  getExamResults: admin('GET /admin/exams/{slug}/results', 'examResults', {
    query: 'examSpanQuery',
    summary: 'How an exam went: results, points, flags and attempts, in numbers',
  }),
  listExamHints: support('GET /admin/exams/{slug}/hints', 'examHint[]', {
    query: 'examSpanQuery',
    summary: 'What may point to shared work in an exam, for a person to look at',
  }),
} satisfies Rows

/** Support in a candidate's exam room. */
export const examSupportOperations = {
  askForUserRoom: support('POST /admin/user/{username}/attempts/{id}/rooms', 'roomAsk', 'roomOpening', {
    rate: 'mail',
    idempotent: true,
    summary: 'Asks to look into the room of a candidate whose exam is prepared or runs',
  }),
  listUserRooms: supportOrOwner('GET /admin/user/{username}/attempts/{id}/rooms', 'roomOpening[]', {
    summary: 'Who looked or asks to look into the room of an attempt',
  }),
  confirmRoom: supportOrOwner('POST /admin/exam_rooms/{id}/confirm', 'roomOpening', {
    summary: 'Confirms as a second administrator that a colleague may look into an exam room',
  }),
  enterRoomCode: support('POST /admin/exam_rooms/{id}/code', 'roomCode', 'roomOpening', {
    rate: 'secret',
    summary: 'Opens an exam room with the code that its candidate was mailed',
  }),
  getUserRoom: support('GET /admin/exam_rooms/{id}', 'supportRoom', {
    summary: 'The room of a candidate as support sees it, while it is open',
  }),
  admitAddressForUser: support('POST /admin/exam_rooms/{id}/address', 'admittedAddressEdit', 'supportRoom', {
    rate: 'lab',
    summary: 'Has the environment of a candidate admit another address, without a reset',
  }),
  endRoom: supportOrOwner('POST /admin/exam_rooms/{id}/end', 'roomOpening', {
    summary: 'Ends a look into an exam room',
  }),
} satisfies Rows
