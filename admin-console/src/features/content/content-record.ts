import type { ContentDraft, CourseRecord } from '@flagyard/api-types'
import type { RaRecord } from 'react-admin'

/** What a course, a lab, an exam and a bundle have in common. */
export interface ContentRecord extends RaRecord {
  /** Its slug. */
  id: string
  title: string
  status: CourseRecord['status']
  missing: Missing[]
  allowed: string[]
  version: number
  /** A course has one besides that of its details. */
  content_version?: number
  /** A bundle has none: it changes at once. */
  draft?: ContentDraft | null
  planned?: CourseRecord['planned']
}

/** A sentence, with the field or the lesson that it is about. */
export interface Missing {
  message: string
  field?: string
  code?: string
  lesson_id?: string | null
}

/** What to say of what was saved: what is published changes only once its draft is. */
export const savedAs =
  (recordLabel: string) =>
  ({ draft }: { draft: object | null }): string =>
    draft ? 'Saved. Learners see it once you publish the changes.' : `The ${recordLabel} is saved`
