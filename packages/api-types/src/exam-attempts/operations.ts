import type { Rows } from '../contract/operation.ts'
import { anyone, signedIn } from '../contract/row.ts'

export const examAttemptOperations = {
  getCanSchedule: signedIn.published('GET /exams/{exam}/can_schedule', 'canSchedule', {
    summary: 'Whether I may book, with all reasons against it',
  }),
  listExamHours: signedIn('GET /exams/{exam}/hours', 'examDay[]', {
    query: 'examHoursQuery',
    summary: 'Bookable hours of a month, by day in my time zone',
  }),
  addExtraPointsPR: signedIn.published(
    'POST /exams/{exam}/extra_points_pr',
    'extraPointsPRPayload',
    'extraPointsRequest',
    { idempotent: true, summary: 'Submits a pull request for extra points' },
  ),
  getExam: anyone.published('GET /exams/{slug}', 'publicExam', { summary: 'The public page of an exam' }),
  getMyExam: signedIn.published('GET /exams/{exam}/me', 'myExamDetails', {
    summary: 'An exam with my access and attempts',
  }),
  listExams: signedIn.published('GET /exams/', 'examCard[]', { summary: 'Exams for sale' }),
  listMyExams: signedIn.published('GET /exams/me', 'myExam[]', { summary: 'My exams' }),
  rescheduleExam: signedIn.published('POST /exams/{exam}/reschedule', 'rescheduleExamPayload', 'examBooking', {
    bodyLimit: 64 * 1024,
    summary: 'Moves my booking',
  }),
  resetExam: signedIn.published('POST /exams/reset/{slug}', 'myExamDetails', {
    rate: 'lab',
    idempotent: true,
    summary: 'Rebuilds the exam environment',
  }),
  scheduleExam: signedIn.published('POST /exams/{exam}/schedule', 'scheduleExamPayload', 'examBooking', {
    bodyLimit: 64 * 1024,
    idempotent: true,
    summary: 'Books a slot',
  }),
  cancelExam: signedIn('POST /exams/{exam}/cancel', { summary: 'Cancels my booking' }),
  getExamCalendar: signedIn('GET /exams/{exam}/calendar', { stream: 'file', summary: 'My booking as a calendar file' }),
  checkInExam: signedIn('POST /exams/{exam}/check_in', 'checkInPayload', 'myExamDetails', {
    bodyLimit: 64 * 1024,
    bodyOptional: true,
    summary: 'Checks in to my exam, which starts at its booked hour once its environment is ready',
  }),
  admitMyAddress: signedIn('POST /exams/{exam}/address', 'admittedAddressEdit', 'myExamDetails', {
    rate: 'lab',
    summary: 'Allows another IP address to reach my exam environment, without a reset',
  }),
  handInExam: signedIn('POST /exams/{exam}/hand_in', 'myExamDetails', {
    summary: 'Ends my exam before its time is over',
  }),
  getMyAttempt: signedIn('GET /exams/{exam}/attempts/{id}', 'attemptRecord', {
    summary: 'Record of my attempt, minute by minute',
  }),
  downloadMyAttempt: signedIn('GET /exams/{exam}/attempts/{id}/pdf', {
    stream: 'file',
    summary: 'Record of my attempt, minute by minute, as PDF',
  }),
  answerConductCase: signedIn('POST /exams/{exam}/conduct_cases/{id}/answer', 'conductAnswer', 'conductCase', {
    summary: 'Submits my answer to a conduct case, once',
  }),
  followMyExam: signedIn('GET /exams/{exam}/events', {
    stream: 'events',
    summary: 'Notifies an open exam room of changes, as server-sent events',
  }),
  startExamPreflight: signedIn('POST /exams/{exam}/preflight', 'examPreflight', {
    rate: 'lab',
    idempotent: true,
    summary: 'Builds a small environment before my exam, to check that everything works',
  }),
  getExamNotes: signedIn('GET /exams/{exam}/attempts/{id}/notes', 'examNotes', {
    impersonation: 'denied',
    summary: 'My notes on an attempt',
  }),
  saveExamNotes: signedIn('POST /exams/{exam}/attempts/{id}/notes', 'examNotesEdit', 'examNotes', {
    bodyLimit: 256 * 1024,
    summary: 'Saves my notes on an attempt',
  }),
  reportExamProblem: signedIn('POST /exams/{exam}/reports', 'examReportPayload', 'examReport', {
    idempotent: true,
    summary: 'Reports a problem during my exam',
  }),
  listPublicExams: anyone('GET /catalogue/exams', 'examCard[]', { summary: 'Exams for sale, for visitors' }),
  checkExamFlag: signedIn.published('GET /exams/flags/check/{id}/me', 'examFlag', {
    summary: 'Whether I solved an exam flag',
  }),
  submitExamFlag: signedIn.published('POST /exams/flags/{id}/me', 'submitExamFlagPayload', 'examFlagResult', {
    rate: 'secret',
    summary: 'Submits an exam flag',
  }),
  listExamFlags: signedIn.published('GET /exams/{exam}/flags/me', 'examFlag[]', {
    summary: 'An exam’s flags and what I solved',
  }),
} satisfies Rows
