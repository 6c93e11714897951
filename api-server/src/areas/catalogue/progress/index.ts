export { isShareReached } from './progress-rules.ts'
export { markFeedbackGiven } from './queries.ts'
export {
  blockCompletions,
  completeCourses,
  findOpenLesson,
  readProgress,
  recordLabCompletion,
  updateCompletions,
} from './service.ts'
export { signFileUrls } from './video.ts'
export type { Interval } from './watch-time.ts'
