import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { contentDraftParts, courses, feedbackForms, labs, lessons, sections } from '../../../../db/schema/index.ts'
import { hasId } from '../../../../db/sql.ts'
import { hoursOfLessons } from '../../../catalogue/courses/index.ts'
import { type Details, type LessonText, lessonOfPart, type Sections, versionOfFacts } from './documents.ts'

export async function readDetails(db: Db, id: string): Promise<Details | undefined> {
  const [row] = await db
    .select({
      title: courses.title,
      subtitle: courses.subtitle,
      description: courses.description,
      level: courses.level,
      language: courses.language,
      clouds: courses.clouds,
      cover: courses.cover,
      tags: courses.tags,
      outcomes: courses.outcomes,
      prerequisites: courses.prerequisites,
      instructors: courses.instructors,
      position: courses.position,
      estimated_hours: sql<number | null>`nullif(${courses.estimated_hours}, ${hoursOfLessons})`,
      access_days: courses.access_days,
      certificate_type: courses.certificate_type,
      certificate_months: courses.certificate_months,
      renews: courses.renews,
      feedback_form: sql<
        string | null
      >`(select f.slug from ${feedbackForms} f where f.id = ${courses.feedback_form_id})`,
      feedback_share: courses.feedback_share,
      video_share: courses.video_share,
      amount: courses.price_amount,
      currency: courses.price_currency,
      is_priced: courses.is_priced,
    })
    .from(courses)
    .where(eq(courses.id, id))
  if (!row) return undefined
  const { amount, currency, is_priced, ...details } = row
  return { ...details, price: is_priced ? { amount, currency } : null }
}

export async function readSections(db: Db, id: string): Promise<Sections> {
  const rows = await db
    .select({ id: sections.id, slug: sections.slug, title: sections.title, opens_after_id: sections.opens_after_id })
    .from(sections)
    .where(and(eq(sections.course_id, id), isNull(sections.archived_at)))
    .orderBy(asc(sections.position))
  const inside = await db
    .select({
      section_id: lessons.section_id,
      id: lessons.id,
      slug: lessons.slug,
      title: lessons.title,
      kind: lessons.kind,
      required: lessons.required,
      free_preview: lessons.free_preview,
      lab: labs.slug,
    })
    .from(lessons)
    .leftJoin(labs, eq(labs.id, lessons.lab_id))
    .where(and(eq(lessons.course_id, id), isNull(lessons.archived_at)))
    .orderBy(asc(lessons.position))
  const slugs = new Map(rows.map((row) => [row.id, row.slug]))
  const bySection = Map.groupBy(inside, ({ section_id }) => section_id)
  return {
    sections: rows.map(({ opens_after_id, ...section }) => ({
      ...section,
      opens_after: (opens_after_id && slugs.get(opens_after_id)) ?? null,
      lessons: (bySection.get(section.id) ?? []).map(({ section_id: _, ...lesson }) => lesson),
    })),
  }
}

export async function readLessonTexts(db: Db, courseId: string, ids?: string[]): Promise<Map<string, LessonText>> {
  return readTexts(db, courseId, and(isNull(lessons.archived_at), ids && inArray(lessons.id, ids)))
}

/** Includes archived lessons, because a lesson that returns to the course keeps its text. */
export const readAllTexts = (db: Db, courseId: string, id?: string) =>
  readTexts(db, courseId, id === undefined ? undefined : hasId(lessons.id, id))

async function readTexts(db: Db, courseId: string, where: SQL | undefined): Promise<Map<string, LessonText>> {
  const rows = await db
    .select({
      id: lessons.id,
      body: lessons.body,
      video: lessons.video,
      captions: lessons.captions,
      chapters: lessons.chapters,
      duration_seconds: lessons.duration_seconds,
    })
    .from(lessons)
    .where(and(eq(lessons.course_id, courseId), where))
  return new Map(rows.map(({ id, ...text }) => [id, text]))
}

export interface LessonFacts {
  version: number
  has_text: boolean
  /** The text if it contains pictures; otherwise null. */
  pictures: string | null
  video: string | null
  captions: LessonText['captions']
  chapters: LessonText['chapters']
  duration_seconds: number
}

interface FactRow extends Omit<LessonFacts, 'version'> {
  md5: string
}

const toFacts = ({ md5, ...row }: FactRow): LessonFacts => {
  return { ...row, version: versionOfFacts(row, md5) }
}

/** Matches texts that may contain a picture, in Markdown or as a tag. */
const PICTURES = sql.raw(`'!\\[|<img'`)

export async function listLessonFacts(db: Db, courseId: string): Promise<Map<string, LessonFacts>> {
  const rows = await db
    .select({
      id: lessons.id,
      md5: sql<string>`md5(${lessons.body})`,
      has_text: sql<boolean>`${lessons.body} ~ '\\S'`,
      pictures: sql<string | null>`case when ${lessons.body} ~ ${PICTURES} then ${lessons.body} end`,
      video: lessons.video,
      captions: lessons.captions,
      chapters: lessons.chapters,
      duration_seconds: lessons.duration_seconds,
    })
    .from(lessons)
    .where(eq(lessons.course_id, courseId))
  return new Map(rows.map(({ id, ...row }) => [id, toFacts(row)]))
}

export async function listDraftedFacts(db: Db, courseId: string): Promise<Map<string, LessonFacts>> {
  const { document } = contentDraftParts
  const body = sql`${document} ->> 'body'`
  const rows = await db
    .select({
      part: contentDraftParts.part,
      md5: sql<string>`md5(${body})`,
      has_text: sql<boolean>`${body} ~ '\\S'`,
      pictures: sql<string | null>`case when ${body} ~ ${PICTURES} then ${body} end`,
      video: sql<string | null>`${document} ->> 'video'`,
      captions: sql<LessonText['captions']>`${document} -> 'captions'`,
      chapters: sql<LessonText['chapters']>`coalesce(${document} -> 'chapters', '[]')`,
      duration_seconds: sql<number>`(${document} ->> 'duration_seconds')::int`,
    })
    .from(contentDraftParts)
    .where(
      and(
        eq(contentDraftParts.kind, 'courses'),
        eq(contentDraftParts.item_id, courseId),
        sql`starts_with(${contentDraftParts.part}, 'lesson/')`,
      ),
    )
  return new Map(rows.map(({ part, ...row }) => [lessonOfPart(part) ?? part, toFacts(row)]))
}
