export * from './content-queries.ts'
export { settleVersions } from './versions-queries.ts'
