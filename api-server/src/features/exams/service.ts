export { type ExamRow, findExamByAnyId, findExamById, findExamBySlug, findExamModule } from './queries.ts'
