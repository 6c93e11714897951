import type { CourseOutline } from '@flagyard/api-types'

/** The structure of a course as it is edited: only what an editor decides about it. */
export interface OutlineRecord {
  id: string
  version: number
  sections: OutlineSection[]
  /** What the last save left out: kept, because somebody has a history with it, or gone. */
  archived: string[]
  deleted: string[]
}

export interface OutlineSection {
  /** A new one has an id of its own until it is saved: `new-…`. */
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

/** Out of the whole course, and out of what saving its structure answers. */
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
