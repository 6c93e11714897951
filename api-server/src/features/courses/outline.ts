import type { lessons } from '../../db/schema/index.ts'

/** A lesson as the progress rules need it. */
export interface OutlineLesson {
  id: string
  slug: string
  title: string
  required: boolean
}

/** A lesson with what is shown of a progress in it. */
export type ListedLesson = Pick<
  typeof lessons.$inferSelect,
  keyof OutlineLesson | 'kind' | 'lab_id' | 'free_preview' | 'archived_at' | 'duration_seconds' | 'changed_at'
>

export interface OutlineSection<Lesson extends OutlineLesson = OutlineLesson> {
  id: string
  slug: string
  opens_after_id: string | null
  lessons: Lesson[]
}
