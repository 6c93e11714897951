export * from './content-queries.ts'
