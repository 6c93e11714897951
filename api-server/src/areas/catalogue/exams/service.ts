export { saveHealth } from './health-queries.ts'
export { type ExamRow, findExamByAnyId, findExamById, findExamBySlug } from './queries.ts'
export { type Booked, findBookedExam, findExamSnapshot, saveExamSnapshot } from './snapshot-queries.ts'
