export * from './content-queries.ts'
export * from './editor-queries.ts'
export { presentInstructors, presentPicture } from './pictures.ts'
export { courseNotFound, listCoursesTaughtBy } from './queries.ts'
