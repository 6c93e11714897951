import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../../db/open.ts'
import { courseContent } from '../../../catalogue/courses/index.ts'
import { examContent } from '../../../catalogue/exams/index.ts'
import { flagContent } from '../../../catalogue/flags/index.ts'
import { labContent } from '../../../catalogue/labs/index.ts'
import { blockCompletions, updateCompletions } from '../../../catalogue/progress/index.ts'
import * as feedback from '../../../certification/feedback/index.ts'
import { columns, type KeyOf } from '../columns.ts'
import type { Course, Flag, Kind, Lesson } from '../model.ts'
import { mapTexts, type SizeOf, toSite } from '../pictures.ts'
import { assertBundlesInOneCurrency, type ContentRows, listArchivedParts } from '../queries.ts'
import { type AppliedChange, removeMissing } from '../remove.ts'
import type { Plan } from './plan.ts'

interface StoredFiles {
  keyOf: KeyOf
  bytesOf(name: string): number
  sizeOf: SizeOf
}

/** Writes the changes of a plan. Existing items keep their ids, so that the history of learners stays connected. */
export async function applyPlan(
  tx: Tx,
  { changes, wanted: named, minutes }: Plan,
  rows: ContentRows,
  { keyOf, bytesOf, sizeOf }: StoredFiles,
): Promise<AppliedChange[]> {
  const wanted = mapTexts(named, (text) => toSite(text, sizeOf))
  const archived = await listArchivedParts(tx)
  const ids = {
    forms: idsOf(rows.forms, wanted.forms),
    labs: idsOf(rows.labs, wanted.labs),
    courses: idsOf(rows.courses, wanted.courses),
    bundles: idsOf(rows.bundles, wanted.bundles),
    exams: idsOf(rows.exams, wanted.exams),
  }
  const idIn = (kind: Kind, slug: string) => required(ids[kind].get(slug), `${kind} ${slug}`)
  const changed = new Map<Kind, Set<string>>()
  for (const { kind, slug, action } of changes)
    if (action !== 'remove') changed.set(kind, (changed.get(kind) ?? new Set()).add(slug))
  const toWrite = <T extends { slug: string }>(kind: Kind, items: T[]) =>
    items.filter(({ slug }) => changed.get(kind)?.has(slug)).map((item) => ({ item, id: idIn(kind, item.slug) }))

  const forms = toWrite('forms', wanted.forms)
  const values = forms.map(({ item, id }) => ({ ...columns.form(item), id }))
  await feedback.formRows.save(tx, values)
  const questions = forms.flatMap(({ item, id }) => {
    const known = bySlug([...archived.questions, ...rows.questions].filter(({ form_id }) => form_id === id))
    return item.questions.map((question, position) => ({
      ...columns.question(question, position),
      id: known.get(question.slug) ?? randomUUID(),
      form_id: id,
    }))
  })
  await feedback.questionRows.save(tx, questions)

  const labItems = toWrite('labs', wanted.labs)
  const labRows = labItems.map(({ item, id }) => ({ ...columns.lab(item, keyOf, bytesOf), id }))
  await labContent.save(tx, labRows)

  const courseItems = toWrite('courses', wanted.courses)
  await blockCompletions(tx, onlyIds(courseItems))
  await courseContent.courses.save(
    tx,
    courseItems.map(({ item, id }) => ({
      ...columns.course(item, minutes, pictureOf),
      id,
      feedback_form_id: item.feedback_form === null ? null : idIn('forms', item.feedback_form),
    })),
  )
  const outlines = courseItems.map(({ item, id }) =>
    outlineRows(item, {
      courseId: id,
      sections: [...archived.sections, ...rows.sections].filter(({ course_id }) => course_id === id),
      live: rows.lessons.filter(({ course_id }) => course_id === id),
      archived: archived.lessons.filter(({ course_id }) => course_id === id),
      columnsOf: (lesson) => columns.lesson(lesson, keyOf, minutes),
      labIdOf: (slug) => (slug === null ? null : idIn('labs', slug)),
    }),
  )
  const sections = outlines.flatMap((outline) => outline.sections)
  const lessons = outlines.flatMap((outline) => outline.lessons)
  await courseContent.sections.save(tx, sections)
  await courseContent.lessons.save(tx, lessons)

  const bundles = toWrite('bundles', wanted.bundles)
  if (bundles.length > 0)
    await courseContent.bundles.save(
      tx,
      bundles.map(({ item, id }) => ({
        ...columns.bundle(item),
        id,
        courses: item.courses.map((slug) => idIn('courses', slug)),
      })),
    )

  const examItems = toWrite('exams', wanted.exams)
  await examContent.save(
    tx,
    examItems.map(({ item, id }) => ({
      ...columns.exam(item),
      id,
      course_id: item.course === null ? null : idIn('courses', item.course),
    })),
  )
  const flagRows = [
    ...labItems.flatMap(({ item, id }) => flagsOf(item.flags, { lab_id: id, exam_id: null })),
    ...examItems.flatMap(({ item, id }) => flagsOf(item.flags, { lab_id: null, exam_id: id })),
  ]
  await flagContent.save(tx, flagRows)

  function pictureOf(name: string | null) {
    if (name === null) return null
    const { width, height } = sizeOf(name)
    return { file: keyOf(name), width: width ?? 0, height: height ?? 0 }
  }

  function flagsOf(items: Flag[], owner: { lab_id: string; exam_id: null } | { lab_id: null; exam_id: string }) {
    const isOwned = (row: { lab_id: string | null; exam_id: string | null }) =>
      row.lab_id === owner.lab_id && row.exam_id === owner.exam_id
    const known = bySlug([...archived.flags, ...rows.flags].filter(isOwned))
    return items.map((flag, position) => ({
      ...columns.flag(flag, position),
      ...owner,
      id: known.get(flag.slug) ?? randomUUID(),
    }))
  }

  const applied = await removeMissing(tx, changes, rows, { lessons, sections, flags: flagRows, questions }, idIn)
  await assertBundlesInOneCurrency(tx)
  await updateCompletions(tx, { labs: onlyIds(labItems) })
  await updateCompletions(tx, { courses: onlyIds(courseItems) })
  await feedback.saveVersions(tx, onlyIds(forms))
  return applied
}

function idsOf(stored: { id: string; slug: string }[], wanted: { slug: string }[]): Map<string, string> {
  const ids = bySlug(stored)
  for (const { slug } of wanted) if (!ids.has(slug)) ids.set(slug, randomUUID())
  return ids
}

const onlyIds = (items: { id: string }[]) => items.map(({ id }) => id)

const bySlug = (rows: { id: string; slug: string }[]) => new Map(rows.map(({ id, slug }) => [slug, id]))

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The plan references ${name}, which does not exist`)
  return value
}

type KnownLesson = { id: string; section_id: string; slug: string }

interface Known {
  courseId: string
  /** Current and former sections of the course. If two share a slug, the later one is used. */
  sections: { id: string; slug: string }[]
  live: KnownLesson[]
  /** Archived lessons; latest last. */
  archived: KnownLesson[]
  columnsOf(lesson: Lesson): ReturnType<typeof columns.lesson>
  labIdOf(slug: string | null): string | null
}

/**
 * Rows for the sections and lessons of a course. A lesson is identified by its section and slug. If it is new in its section and exactly one lesson
 * with that slug has left another section, it counts as moved: it keeps its id, and learners keep their progress.
 */
function outlineRows(course: Course, known: Known) {
  const sectionIds = new Map(known.sections.map(({ id, slug }) => [slug, id]))
  const sectionId = (slug: string) => {
    const id = sectionIds.get(slug) ?? randomUUID()
    sectionIds.set(slug, id)
    return id
  }
  const sections = course.sections.map(({ slug, title, opens_after }, position) => ({
    id: sectionId(slug),
    course_id: known.courseId,
    slug,
    title,
    position,
    opens_after_id: opens_after === null ? null : sectionId(opens_after),
  }))
  const wanted = course.sections.flatMap(({ slug, lessons }) =>
    lessons.map((lesson) => ({ lesson, section_id: sectionId(slug) })),
  )
  const idOf = matchLessons(wanted, known)
  const lessons = wanted.map(({ lesson, section_id }, position) => ({
    ...known.columnsOf(lesson),
    id: idOf(section_id, lesson.slug),
    course_id: known.courseId,
    section_id,
    position,
    lab_id: known.labIdOf(lesson.lab),
  }))
  return { sections, lessons }
}

function matchLessons(wanted: { lesson: Lesson; section_id: string }[], { live, archived }: Known) {
  const placeOf = (section_id: string, slug: string) => `${section_id} ${slug}`
  const byPlace = (lessons: KnownLesson[]) => new Map(lessons.map((row) => [placeOf(row.section_id, row.slug), row.id]))
  const here = byPlace(live)
  const before = byPlace(archived)
  const isWanted = new Set(wanted.map(({ lesson, section_id }) => placeOf(section_id, lesson.slug)))
  const left = live.filter((row) => !isWanted.has(placeOf(row.section_id, row.slug)))
  const homeless = Map.groupBy(left, ({ slug }) => slug)
  const newcomers = Map.groupBy(
    wanted.filter(({ lesson, section_id }) => !here.has(placeOf(section_id, lesson.slug))),
    ({ lesson }) => lesson.slug,
  )
  return (section_id: string, slug: string): string => {
    const place = placeOf(section_id, slug)
    const [moved, ...others] = homeless.get(slug) ?? []
    const isOnlyOne = others.length === 0 && newcomers.get(slug)?.length === 1
    return here.get(place) ?? (isOnlyOne ? moved?.id : undefined) ?? before.get(place) ?? randomUUID()
  }
}
