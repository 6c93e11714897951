export * from './content-queries.ts'
export * from './editor-queries.ts'
export { courseNotFound } from './queries.ts'
