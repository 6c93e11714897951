export { lessonReportLabel } from './sql.ts'
