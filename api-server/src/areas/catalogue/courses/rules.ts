import type { StoredPicture } from '../../../db/schema/courses.ts'
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

/** A picture as shown on pages. The last part of its store key is its public name. */
export const presentPicture = (picture: StoredPicture | null | undefined) =>
  picture
    ? { url: `/api/v1/pictures/${picture.file.split('/').at(-1)}`, width: picture.width, height: picture.height }
    : null

/** Reading speed for technical texts with commands, in words per minute. */
const WORDS_PER_MINUTE = 180

/** Estimated reading time of a text, in seconds. */
export function readingSeconds(markdown: string): number {
  const words = markdown.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return Math.ceil((words / WORDS_PER_MINUTE) * 60)
}
