export { openArchive } from './archive/open-archive.ts'
export { writeTextArchive } from './archive/write-archive.ts'
export { columns } from './columns.ts'
export { type ContentFolder, openFolder } from './files/folder.ts'
export { FILES } from './files/paths.ts'
export { readContent } from './files/read.ts'
export {
  type Course,
  type Exam,
  type Flag,
  type Lab,
  type Lesson,
  labMinutes,
  lessonSeconds,
  lessonsOf,
  mapLessons,
  studyHours,
} from './model.ts'
export { checksumsOf } from './transfer/checksums.ts'
export { type ExportOptions, exportContent, openEarlierExport, saveExport } from './transfer/export.ts'
export { importContent } from './transfer/import.ts'
export { describeContent, describeExport, describeImport, presentReport } from './transfer/report.ts'
