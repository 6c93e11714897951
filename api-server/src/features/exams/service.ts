export { type ExamRow, findExamById, findExamBySlug, findExamModule } from './queries.ts'
