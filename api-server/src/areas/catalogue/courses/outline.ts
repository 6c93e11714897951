import type { lessons } from '../../../db/schema/index.ts'

/** Lesson fields that the progress rules need. */
export interface OutlineLesson {
  id: string
  slug: string
  title: string
  required: boolean
}

/** A lesson plus the fields shown with its progress. */
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
