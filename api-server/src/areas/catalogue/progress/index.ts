export { isShareReached } from './progress-rules.ts'
export { markFeedbackGiven } from './queries.ts'
export {
  findOpenLesson,
  holdCourses,
  readProgress,
  recordLabCompletion,
  settleContent,
  settleProgress,
} from './service.ts'
export { signFileUrls } from './video.ts'
export type { Interval } from './watch-time.ts'
