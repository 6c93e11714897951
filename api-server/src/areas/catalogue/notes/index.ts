export { notedLesson } from './sql.ts'
