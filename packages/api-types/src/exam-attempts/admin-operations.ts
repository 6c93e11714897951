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
    summary: 'Cancels an exam because of our fault; it can be booked again and does not count',
  }),
  restoreExam: support('POST /admin/user/{username}/attempts/{id}/restore', 'attemptCorrection', 'userAttempt', {
    summary: 'Restores a failed or missed attempt because of our fault',
  }),
  correctExamPoints: support('POST /admin/user/{username}/attempts/{id}/points', 'pointsCorrection', 'resultChange', {
    summary: 'Adds or deducts points of an attempt manually',
  }),
  voidExam: support('POST /admin/user/{username}/attempts/{id}/void', 'attemptCorrection', 'userAttempt', {
    summary: 'Voids an attempt that will not be repeated',
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
    summary: 'Record of a learner’s attempt, minute by minute',
  }),
  getUserAttemptPdf: personal('GET /admin/user/{username}/attempts/{id}/record/pdf', {
    stream: 'file',
    summary: 'Record of a learner’s attempt, minute by minute, as PDF',
  }),
  listUserFlagTries: personal('GET /admin/user/{username}/attempts/{id}/flag_tries', 'examFlagTry[]', {
    summary: 'Times and results of a learner’s flag submissions in an attempt',
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
    summary: 'Dry run of a regrade: candidates affected by a broken flag, and the new results',
  }),
  answerExamReport: support(
    'POST /admin/user/{username}/attempts/{id}/reports/{report}/answer',
    'examReportAnswer',
    'userAttempt',
    { summary: 'Answers a problem report of a candidate' },
  ),
  listExamCandidates: personal('GET /admin/exams/{slug}/candidates', 'examCandidate[]', {
    list: { filter: 'examCandidateFilter', sorts: ['scheduled_at'], defaultSort: ['scheduled_at', 'DESC'] },
    summary: 'Candidates of an exam: every attempt with its state, date and points',
  }),
} satisfies Rows

/** Capacity, bookings and results of an exam, or of all exams on a provider. */
export const examOverviewOperations = {
  getExamCapacity: admin('GET /admin/exam_capacity/{cloud}', 'examCapacity', {
    query: 'examCapacityQuery',
    summary: 'Bookings and accounts of a provider, by hour',
  }),
  listExamSittings: personal('GET /admin/exam_sittings/{cloud}', 'examSitting[]', {
    query: 'examSittingsQuery',
    summary: 'Candidates who need an account of a provider on a day',
  }),
  getExamResults: admin('GET /admin/exams/{slug}/results', 'examResults', {
    query: 'examSpanQuery',
    summary: 'Exam statistics: results, points, flags and attempts',
  }),
  listExamHints: support('GET /admin/exams/{slug}/hints', 'examHint[]', {
    query: 'examSpanQuery',
    summary: 'Possible signs of shared work in an exam, for manual review',
  }),
} satisfies Rows

/** Support in a candidate's exam room. */
export const examSupportOperations = {
  askForUserRoom: support('POST /admin/user/{username}/attempts/{id}/rooms', 'roomAsk', 'roomOpening', {
    rate: 'mail',
    idempotent: true,
    summary: 'Requests access to a candidate’s room while the exam is prepared or runs',
  }),
  listUserRooms: supportOrOwner('GET /admin/user/{username}/attempts/{id}/rooms', 'roomOpening[]', {
    summary: 'Support access to the room of an attempt: requests and visits',
  }),
  confirmRoom: supportOrOwner('POST /admin/exam_rooms/{id}/confirm', 'roomOpening', {
    summary: 'Confirms a colleague’s request for access to an exam room, as a second administrator',
  }),
  enterRoomCode: support('POST /admin/exam_rooms/{id}/code', 'roomCode', 'roomOpening', {
    rate: 'secret',
    summary: 'Opens an exam room with the code mailed to its candidate',
  }),
  getUserRoom: support('GET /admin/exam_rooms/{id}', 'supportRoom', {
    summary: 'The candidate’s room as support sees it, while access is open',
  }),
  admitAddressForUser: support('POST /admin/exam_rooms/{id}/address', 'admittedAddressEdit', 'supportRoom', {
    rate: 'lab',
    summary: 'Allows another IP address to reach a candidate’s environment, without a reset',
  }),
  endRoom: supportOrOwner('POST /admin/exam_rooms/{id}/end', 'roomOpening', {
    summary: 'Ends support access to an exam room',
  }),
} satisfies Rows
