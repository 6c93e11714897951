export { mondayOf } from './figures.ts'
export { formRows, questionRows, saveVersions } from './forms/versions-queries.ts'
export { readNewestQuotes, readReviews } from './reviews.ts'
