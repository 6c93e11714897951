import type { Rows } from '../contract/operation.ts'
import { anyone, signedIn } from '../contract/row.ts'

export const progressOperations = {
  completeLesson: signedIn.published('POST /courses/complete/{slug}/{section_slug}/{lesson_slug}', 'courseProgress', {
    summary: 'Marks a lesson complete once its rule is met',
  }),
  getVideoUrl: signedIn.published('GET /courses/get_video_url/{slug}/{section}/{lesson}', 'videoUrl', {
    impersonation: 'denied',
    summary: 'A short-lived URL of a lesson’s video',
  }),
  getCourseProgress: signedIn.published('GET /courses/{slug}/me', 'courseProgress', {
    summary: 'My enrolment and progress',
  }),
  getCourseDetails: signedIn.published('GET /courses/{slug}/details', 'courseDetails', {
    summary: 'The whole course, for enrolled learners',
  }),
  listMyCourses: signedIn.published('GET /courses/me', 'myCourse[]', { summary: 'My courses with their progress' }),
  readMyActivity: signedIn('GET /courses/me/activity', 'myActivity', {
    summary: 'Number of lessons and flags that I finished on each of the last 28 days',
  }),
  updateLastSeen: signedIn.published(
    'POST /courses/update_last_seen/{slug}',
    'updateLastSeenPayload',
    'lessonProgress',
    { summary: 'Saves my position and the watched parts of a video' },
  ),
  getFreeLesson: anyone('GET /courses/{slug}/free/{section}/{lesson}', 'freeLesson', {
    rate: 'free_lesson',
    summary: 'A free lesson: its text, and short-lived URLs of its video and captions',
  }),
  keepVisitorProgress: signedIn('POST /courses/visitor_progress', 'visitorProgressPayload', 'keptProgress[]', {
    bodyLimit: 256 * 1024,
    summary: 'Adds my progress in free lessons from before I signed in',
  }),
  streamVideo: anyone('GET /videos/{token}', {
    stream: 'file',
    summary: 'Streams a video or its captions to the session that requested its URL',
  }),
} satisfies Rows
