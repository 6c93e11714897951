import type { CourseOutline } from '@flagyard/api-types'

/** Editable structure of a course, without server-side properties. */
export interface OutlineRecord {
  id: string
  version: number
  sections: OutlineSection[]
  /** Items removed by the last save: archived if learners have a history with them, otherwise deleted. */
  archived: string[]
  deleted: string[]
}

export interface OutlineSection {
  /** New sections have a temporary ID until they are saved: `new-…`. */
  id: string
  slug: string
  title: string
  opens_after: string | null
  lessons: OutlineLesson[]
}

export type OutlineLesson = Pick<
  CourseOutline['sections'][number]['lessons'][number],
  'id' | 'slug' | 'title' | 'kind' | 'required' | 'free_preview' | 'lab'
>

interface Answer {
  outline: CourseOutline
  archived?: string[]
  deleted?: string[]
}

/** Converts both the full course and the response of a save. */
export function outlineRecord(answer: Record<string, unknown>): Omit<OutlineRecord, 'id'> {
  const { outline, archived = [], deleted = [] } = answer as unknown as Answer
  return {
    version: outline.version,
    sections: outline.sections.map(({ id, slug, title, opens_after, lessons }) => ({
      id,
      slug,
      title,
      opens_after,
      lessons: lessons.map(({ id, slug, title, kind, required, free_preview, lab }) => ({
        id,
        slug,
        title,
        kind,
        required,
        free_preview,
        lab,
      })),
    })),
    archived,
    deleted,
  }
}
