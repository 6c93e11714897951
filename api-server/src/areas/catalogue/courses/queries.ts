import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { pipelinedRead } from '../../../db/prepared.ts'
import type { StoredInstructor } from '../../../db/schema/courses.ts'
import {
  betaTesters,
  bundleCourses,
  bundles,
  courses,
  exams,
  flags,
  labs,
  lessons,
  sections,
} from '../../../db/schema/index.ts'
import { firstRow, isAmongIds, toIdList } from '../../../db/sql.ts'
import { ApiError } from '../../../errors.ts'
import { flagCount, labNotFound } from '../labs/index.ts'
import { type ListedLesson, type OutlineSection, presentPicture } from './rules.ts'
import { isAtLessonPlace, type LabLesson, lessonsOfLab } from './sql.ts'

export type CourseRow = typeof courses.$inferSelect
export type LessonRow = typeof lessons.$inferSelect

const price = { amount: courses.price_amount, currency: courses.price_currency }
/** The outer table is qualified explicitly: in a select from a single table Drizzle omits table names, so `id` would refer to the lesson. */
const lessonCount = (only = sql`true`) =>
  sql<number>`(select count(*)::int from ${lessons} l where l.course_id = ${courses}.id and l.archived_at is null and ${only})`

const cardColumns = {
  slug: courses.slug,
  title: courses.title,
  subtitle: courses.subtitle,
  level: courses.level,
  language: courses.language,
  clouds: courses.clouds,
  tags: courses.tags,
  price,
  estimated_hours: courses.estimated_hours,
  lessons: lessonCount(),
  labs: lessonCount(sql`l.kind = 'lab'`),
  status: courses.status,
  cover: courses.cover,
  // Must match `isFreeLesson` and `isFreeToRehearse`.
  free_lessons: lessonCount(sql`l.free_preview and l.kind <> 'lab' and l.lab_id is null`),
  rehearsals: lessonCount(sql`l.free_preview and l.kind = 'lab' and l.lab_id is not null`),
  exam_on_sale: sql<boolean>`exists (select from ${exams} e where e.course_id = ${courses}.id and e.status = 'published' and e.bookable)`,
}

/** Published courses in catalogue order. */
export async function listPublished(db: Db) {
  const rows = await db
    .select(cardColumns)
    .from(courses)
    .where(eq(courses.status, 'published'))
    .orderBy(asc(courses.position), asc(courses.title))
  return rows.map((row) => ({ ...row, cover: presentPicture(row.cover) }))
}

/** Searchable words of published courses, labs on sale and published exams that are not on their cards. */
export async function listCatalogueWords(db: Db) {
  const taught = (what: typeof lessons | typeof sections) =>
    sql<string>`(select coalesce(string_agg(t.title, ' '), '') from ${what} t where t.course_id = ${courses}.id and t.archived_at is null)`
  const courseRows = await db
    .select({
      slug: courses.slug,
      description: courses.description,
      outcomes: courses.outcomes,
      sections: taught(sections),
      lessons: taught(lessons),
    })
    .from(courses)
    .where(eq(courses.status, 'published'))
  const labRows = await db
    .select({
      slug: labs.slug,
      description: labs.description,
      lessons: sql<string>`(select coalesce(string_agg(l.title || ' ' || array_to_string(c.tags, ' '), ' '), '')
        from ${lessons} l join ${courses} c on c.id = l.course_id
        where l.lab_id = ${labs}.id and l.archived_at is null and c.status = 'published')`,
    })
    .from(labs)
    .where(eq(labs.status, 'published'))
  const examRows = await db
    .select({ slug: exams.slug, description: exams.description, tags: courses.tags })
    .from(exams)
    .leftJoin(courses, eq(courses.id, exams.course_id))
    .where(eq(exams.status, 'published'))
  return { courses: wordsBySlug(courseRows), labs: wordsBySlug(labRows), exams: wordsBySlug(examRows) }
}

const wordsBySlug = (rows: { slug: string; [words: string]: string | string[] | null }[]) =>
  Object.fromEntries(rows.map(({ slug, ...words }) => [slug, Object.values(words).flat().join(' ')]))

export async function findCourse(db: Db, slug: string): Promise<CourseRow> {
  const [row] = await bySlug(db, { slug })
  if (!row) throw courseNotFound(slug)
  return row
}

const bySlug = pipelinedRead('find_course', (db) =>
  db
    .select()
    .from(courses)
    .where(eq(courses.slug, sql.placeholder('slug'))),
)

/** Short fields of a course, without its texts. Throws `not_found`; does not check whether the caller may see it. */
export async function findCourseFacts(db: Db, slug: string) {
  const [row] = await factsBySlug(db, { slug })
  if (!row) throw courseNotFound(slug)
  return row
}

const factsBySlug = pipelinedRead('find_course_facts', (db) =>
  db
    .select({
      id: courses.id,
      slug: courses.slug,
      title: courses.title,
      status: courses.status,
      video_share: courses.video_share,
      feedback_form_id: courses.feedback_form_id,
      feedback_share: courses.feedback_share,
    })
    .from(courses)
    .where(eq(courses.slug, sql.placeholder('slug'))),
)

/** Error `not_found`, also for courses that the caller may not see. */
export const courseNotFound = (slug: string) => new ApiError('not_found', `There is no course called ${slug}.`)

export async function isBetaTester(db: Db, courseId: string, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ user_id: betaTesters.user_id })
    .from(betaTesters)
    .where(and(eq(betaTesters.course_id, courseId), eq(betaTesters.user_id, userId)))
  return row !== undefined
}

/** Sections with their lessons, in order, without archived ones. */
export async function listOutline(db: Db, courseIds: string[]) {
  if (courseIds.length === 0) return []
  const values = { courses: toIdList(courseIds) }
  const [allSections, allLessons] = [await outlineSections(db, values), await outlineLessons(db, values)]
  return allSections.map((section) => ({
    ...section,
    lessons: allLessons
      .filter(({ lesson }) => lesson.section_id === section.id)
      .map(({ lesson, lab, flags: count }) => ({ ...lesson, lab: lab ? { ...lab, flags: count } : null })),
  }))
}

const outlineSections = pipelinedRead('list_outline_sections', (db) =>
  db
    .select()
    .from(sections)
    .where(and(isAmongIds(sections.course_id, 'courses'), isNull(sections.archived_at)))
    .orderBy(asc(sections.course_id), asc(sections.position)),
)

const outlineLessons = pipelinedRead('list_outline_lessons', (db) =>
  db
    .select({
      lesson: lessons,
      lab: { slug: labs.slug, title: labs.title, cloud: labs.cloud },
      flags: sql<number>`(select count(*)::int from ${flags} f where f.lab_id = ${lessons.lab_id} and f.archived_at is null)`,
    })
    .from(lessons)
    .leftJoin(labs, eq(labs.id, lessons.lab_id))
    .where(and(isAmongIds(lessons.course_id, 'courses'), isNull(lessons.archived_at)))
    .orderBy(asc(lessons.course_id), asc(lessons.position)),
)

export async function findExamOf(db: Db, courseId: string) {
  const [row] = await examOf(db, { courseId })
  return row ?? null
}

const examOf = pipelinedRead('find_exam_of_course', (db) =>
  db
    .select({ slug: exams.slug, title: exams.title, bookable: exams.bookable })
    .from(exams)
    .where(and(eq(exams.course_id, sql.placeholder('courseId')), eq(exams.status, 'published')))
    .limit(1),
)

/** Instructors of a course as shown on its page, each with their other published courses in catalogue order. */
export async function readInstructors(db: Db, instructors: readonly StoredInstructor[], besides: string) {
  if (instructors.length === 0) return []
  const isTaught = instructors.map(({ name }) => sql`${courses.instructors} @> ${JSON.stringify([{ name }])}::jsonb`)
  const rows = await db
    .select({ slug: courses.slug, title: courses.title, instructors: courses.instructors })
    .from(courses)
    .where(and(eq(courses.status, 'published'), ne(courses.id, besides), or(...isTaught)))
    .orderBy(asc(courses.position), asc(courses.title))
  return instructors.map(({ picture, ...person }) => ({
    ...person,
    picture: presentPicture(picture),
    courses: rows
      .filter((row) => row.instructors.some(({ name }) => name === person.name))
      .map(({ slug, title }) => ({ slug, title })),
  }))
}

/** A lesson with its section and course, by slugs. Throws `not_found`, also for archived ones. */
export async function findLesson(db: Db, courseSlug: string, sectionSlug: string, lessonSlug: string) {
  const [row] = await lessonBySlugs(db, { course: courseSlug, section: sectionSlug, lesson: lessonSlug })
  if (!row) throw new ApiError('not_found', 'There is no such lesson in this course.')
  return row
}

const lessonInCourse = (db: Db) =>
  db
    .select({ course: courses, section: sections, lesson: lessons })
    .from(lessons)
    .innerJoin(sections, eq(sections.id, lessons.section_id))
    .innerJoin(courses, eq(courses.id, lessons.course_id))

const lessonBySlugs = pipelinedRead('find_lesson', (db) => lessonInCourse(db).where(isAtLessonPlace))

export const findLessonInCourse = (db: Db, id: string) =>
  firstRow(lessonInCourse(db).where(and(eq(lessons.id, id), isNull(sections.archived_at))))

/** Also finds archived lessons. */
export const findLessonById = (db: Db, id: string): Promise<LessonRow | undefined> =>
  firstRow(db.select().from(lessons).where(eq(lessons.id, id)))

/** Outlines of all courses by course id, limited to the fields that progress needs. */
export async function listOutlines(db: Db): Promise<Map<string, OutlineSection<ListedLesson>[]>> {
  const allSections = await db
    .select({
      id: sections.id,
      slug: sections.slug,
      opens_after_id: sections.opens_after_id,
      course_id: sections.course_id,
    })
    .from(sections)
    .where(isNull(sections.archived_at))
    .orderBy(asc(sections.course_id), asc(sections.position))
  const allLessons = await db
    .select({
      id: lessons.id,
      slug: lessons.slug,
      title: lessons.title,
      required: lessons.required,
      kind: lessons.kind,
      lab_id: lessons.lab_id,
      free_preview: lessons.free_preview,
      archived_at: lessons.archived_at,
      duration_seconds: lessons.duration_seconds,
      changed_at: lessons.changed_at,
      section_id: lessons.section_id,
    })
    .from(lessons)
    .where(isNull(lessons.archived_at))
    .orderBy(asc(lessons.course_id), asc(lessons.position))
  const lessonsOf = Map.groupBy(allLessons, (lesson) => lesson.section_id)
  return Map.groupBy(
    allSections.map((section) => ({ ...section, lessons: lessonsOf.get(section.id) ?? [] })),
    (section) => section.course_id,
  )
}

/** Lessons that contain the lab. Solving its flags completes them. */
export const listLessonsOfLab = (db: Db, labId: string) =>
  db
    .select()
    .from(lessons)
    .where(and(eq(lessons.lab_id, labId), isNull(lessons.archived_at)))

/** Slugs of the published courses that contain the lab, in catalogue order. */
export async function listCoursesWithLab(db: Db, labId: string): Promise<string[]> {
  const rows = await db
    .select({ slug: courses.slug })
    .from(courses)
    .where(
      and(
        eq(courses.status, 'published'),
        sql`exists (select from ${lessons} l where l.course_id = ${courses}.id and l.lab_id = ${labId} and l.archived_at is null)`,
      ),
    )
    .orderBy(asc(courses.position), asc(courses.title))
  return rows.map(({ slug }) => slug)
}

/** First lesson of a published course in which anyone can rehearse the lab. */
export async function findRehearsal(db: Db, labId: string) {
  const [row] = await db
    .select({ course: courses.slug, section: sections.slug, lesson: lessons.slug })
    .from(lessons)
    .innerJoin(sections, eq(sections.id, lessons.section_id))
    .innerJoin(courses, eq(courses.id, lessons.course_id))
    .where(
      and(
        eq(lessons.lab_id, labId),
        eq(lessons.kind, 'lab'),
        eq(lessons.free_preview, true),
        isNull(lessons.archived_at),
        eq(courses.status, 'published'),
      ),
    )
    .orderBy(asc(courses.position), asc(courses.title), asc(sections.position), asc(lessons.position))
    .limit(1)
  return row ?? null
}

export async function listPublishedBundles(db: Db) {
  const rows = await db.select().from(bundles).where(eq(bundles.status, 'published')).orderBy(asc(bundles.title))
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const members = await db
    .select({
      bundle_id: bundleCourses.bundle_id,
      slug: courses.slug,
      title: courses.title,
      subtitle: courses.subtitle,
      level: courses.level,
      price,
      access_days: courses.access_days,
    })
    .from(bundleCourses)
    .innerJoin(courses, eq(courses.id, bundleCourses.course_id))
    .where(inArray(bundleCourses.bundle_id, ids))
    .orderBy(asc(bundleCourses.position))
  return rows.map((row) => ({
    ...row,
    price: { amount: row.price_amount, currency: row.price_currency },
    courses: members.filter((member) => member.bundle_id === row.id),
  }))
}

/** All labs, drafts included, with their flags and the lessons that contain them. */
export const listLabsWithLessons = (db: Db) =>
  db.select({ lab: labs, flags: flagCount, lessons: lessonsOfLab }).from(labs).orderBy(asc(labs.title))

/** Id of a lab and the lessons that contain it. Throws `not_found`. */
export async function findLabWithLessons(db: Db, slug: string): Promise<{ id: string; lessons: LabLesson[] }> {
  const [row] = await labBySlug(db, { slug })
  if (!row) throw labNotFound()
  return row
}

const labBySlug = pipelinedRead('find_lab_with_lessons', (db) =>
  db
    .select({ id: labs.id, lessons: lessonsOfLab })
    .from(labs)
    .where(eq(labs.slug, sql.placeholder('slug'))),
)

/** All courses, including drafts, for pickers. */
export const listCourseChoices = (db: Db) =>
  db
    .select({ id: courses.id, slug: courses.slug, title: courses.title, status: courses.status })
    .from(courses)
    .orderBy(asc(courses.title), asc(courses.slug))
