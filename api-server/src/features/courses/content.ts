export * from './content-queries.ts'
export { presentCover } from './cover.ts'
export * from './editor-queries.ts'
export { courseNotFound } from './queries.ts'
