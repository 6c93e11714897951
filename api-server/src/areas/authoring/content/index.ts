export { openArchive, SUMS } from './archive/open-archive.ts'
export { writeArchive } from './archive/write-archive.ts'
export {
  bundleColumns,
  courseColumns,
  examColumns,
  flagColumns,
  formColumns,
  labColumns,
  lessonColumns,
  questionColumns,
} from './columns.ts'
export { labMinutes, lessonSeconds, mapLessons, studyHours } from './durations.ts'
export { type ContentFolder, openFolder } from './files/folder.ts'
export { FILES } from './files/paths.ts'
export { readContent } from './files/read.ts'
export { type Course, type Exam, type Flag, kinds, type Lab, type Lesson, lessonsOf, singular } from './model.ts'
export { checksumsOf } from './transfer/checksums.ts'
export { type ExportOptions, exportContent, openEarlierExport, saveFiles, saveTexts } from './transfer/export.ts'
export { importContent } from './transfer/import.ts'
export { countOf, describeExport, describeImport, presentReport } from './transfer/report.ts'
