import { createHash } from 'node:crypto'
import type { Output } from '@flagyard/api-types/contract/operation'
import type { StoredInstructor, StoredPicture } from '../../../../db/schema/courses.ts'
import { fingerprint } from '../../../catalogue/revisions/index.ts'

/** A course is split into parts, each of which is a document. Drafts store them, and they are compared with the published ones. */

type Record = Output<'courseRecord'>

/** Details of the course. Without its status, which takes effect immediately. */
export interface Details extends DetailsInWords {
  cover: StoredPicture | null
  instructors: StoredInstructor[]
}

type DetailsInWords = Pick<
  Record,
  | 'title'
  | 'subtitle'
  | 'description'
  | 'level'
  | 'language'
  | 'clouds'
  | 'tags'
  | 'outcomes'
  | 'prerequisites'
  | 'price'
  | 'position'
  | 'estimated_hours'
  | 'access_days'
  | 'certificate_type'
  | 'certificate_months'
  | 'renews'
  | 'feedback_form'
  | 'feedback_share'
  | 'video_share'
>

export interface DocumentLesson {
  id: string
  slug: string
  title: string
  kind: 'video' | 'lab' | 'reading'
  required: boolean
  free_preview: boolean
  lab: string | null
}
export interface DocumentSection {
  id: string
  slug: string
  title: string
  opens_after: string | null
  lessons: DocumentLesson[]
}
/** Structure of the course: its sections and lessons, in order. */
export interface Sections {
  sections: DocumentSection[]
}

/** Content of a lesson. Files are store keys. */
export interface LessonText {
  body: string
  video: string | null
  captions: { lang: string; label: string; file: string }[]
  chapters: { second: number; title: string }[]
  duration_seconds: number
}

export const DETAILS = 'details'
export const SECTIONS = 'sections'
const LESSON = 'lesson/'
export const lessonPart = (id: string) => `${LESSON}${id}`
export const lessonOfPart = (part: string) => (part.startsWith(LESSON) ? part.slice(LESSON.length) : null)

export const emptyLesson: LessonText = { body: '', video: null, captions: [], chapters: [], duration_seconds: 0 }

/** Drafts from before refresher courses existed have no `renews`. That is equal to null. */
export const versionOfDocument = (part: string, document: object & { renews?: string | null }) =>
  lessonOfPart(part) === null
    ? fingerprint({ ...document, renews: document.renews ?? undefined })
    : versionOfLesson(document as LessonText)

/** Texts can be long, so the database only returns their checksum, which is enough to compare them. */
export const versionOfLesson = ({ body, ...rest }: LessonText) =>
  versionOfFacts(rest, createHash('md5').update(body).digest('hex'))

/** Drafts from before chapters existed have none. That is equal to an empty list. */
export const versionOfFacts = (
  { video, captions, chapters, duration_seconds }: Omit<LessonText, 'body'>,
  bodyMd5: string,
) => fingerprint({ video, captions, ...(chapters?.length > 0 && { chapters }), duration_seconds, body: bodyMd5 })

export const lessonsOf = ({ sections }: Sections) => sections.flatMap(({ lessons }) => lessons)
export const findLesson = (sections: Sections, id: string) => lessonsOf(sections).find((lesson) => lesson.id === id)
