/** Slugs of a lesson, its section and its course. */
export interface LessonPlace {
  slug: string
  section: string
  lesson: string
}
