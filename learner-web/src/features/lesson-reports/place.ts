/** Where a lesson stands, by slugs. */
export interface LessonPlace {
  slug: string
  section: string
  lesson: string
}
