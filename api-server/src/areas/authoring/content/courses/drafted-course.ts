import type { Db } from '../../../../db/open.ts'
import { readDraftParts, type Summary } from '../../../catalogue/revisions/index.ts'
import {
  DETAILS,
  type Details,
  lessonPart,
  lessonsOf,
  SECTIONS,
  type Sections,
  versionOfDocument,
} from './documents.ts'
import { type LessonFacts, listDraftedFacts, listLessonFacts, readDetails, readSections } from './part-queries.ts'

interface CourseState {
  details: Details
  sections: Sections
  /** Facts about each current or former lesson of the course, without its text. */
  facts: Map<string, LessonFacts>
}

/** A course for its editors: the published version with the draft applied. */
export interface DraftedCourse extends CourseState {
  live: CourseState
  /** Ids of lessons whose text the draft changes. */
  changed: ReadonlySet<string>
}

/** The published version of a course. */
export async function readLive(db: Db, id: string): Promise<CourseState> {
  const details = await readDetails(db, id)
  if (!details) throw new Error(`There is no course ${id}`)
  return { details, sections: await readSections(db, id), facts: await listLessonFacts(db, id) }
}

export async function readDrafted(db: Db, id: string): Promise<DraftedCourse> {
  const live = await readLive(db, id)
  const drafted = await readDraftParts(db, { kind: 'courses', id }, [DETAILS, SECTIONS])
  const changed = await listDraftedFacts(db, id)
  return {
    details: (drafted.get(DETAILS)?.document as Details | undefined) ?? live.details,
    sections: (drafted.get(SECTIONS)?.document as Sections | undefined) ?? live.sections,
    facts: new Map([...live.facts, ...changed]),
    live,
    changed: new Set(changed.keys()),
  }
}

export const summaryOf = ({ details, sections, facts }: CourseState): Summary => ({
  versions: new Map([
    [DETAILS, versionOfDocument(DETAILS, details)],
    [SECTIONS, versionOfDocument(SECTIONS, sections)],
    ...lessonsOf(sections).map(({ id }) => [lessonPart(id), facts.get(id)?.version ?? 0] as const),
  ]),
  naming: new Map([[SECTIONS, sections]]),
})
