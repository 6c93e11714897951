export { mondayOf } from './figures.ts'
export {
  archiveForms,
  archiveQuestions,
  deleteForms,
  deleteQuestions,
  saveForms,
  saveQuestions,
  settleVersions,
} from './forms/versions-queries.ts'
export { readReviews } from './reviews.ts'
