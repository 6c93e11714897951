import type { Tx } from '../../../../db/open.ts'
import { ApiError } from '../../../../errors.ts'
import { courseContent, hoursOfLessons } from '../../../catalogue/courses/index.ts'
import { updateCompletions } from '../../../catalogue/progress/index.ts'
import type { Parts } from '../../../catalogue/revisions/index.ts'
import { assertBundlesInOneCurrency } from '../queries.ts'
import { remove } from '../remove.ts'
import {
  DETAILS,
  type Details,
  type DocumentLesson,
  type LessonText,
  lessonOfPart,
  SECTIONS,
  type Sections,
} from './documents.ts'
import { readDetails } from './part-queries.ts'
import { findFormId, listLabIds, listOutlineRows, type OutlineRows } from './queries.ts'

export async function writeCourseParts(tx: Tx, id: string, parts: Parts): Promise<void> {
  const details = parts.get(DETAILS) as Details | undefined
  const hours = (details ?? (await readDetails(tx, id)))?.estimated_hours ?? null
  const sections = parts.get(SECTIONS) as Sections | undefined
  const rowOf = sections ? await writeSections(tx, id, sections) : new Map<string, string>()
  const texts = [...parts].flatMap(([part, document]) => {
    const lesson = lessonOfPart(part)
    return lesson ? [{ id: rowOf.get(lesson) ?? lesson, ...(document as LessonText) }] : []
  })
  await courseContent.lessons.saveTexts(tx, texts)
  await courseContent.courses.update(tx, id, {
    ...(details && (await columnsOf(tx, details))),
    // Unless an author entered the hours, they are computed from the lessons.
    estimated_hours: hours ?? hoursOfLessons,
  })
  if (details) await assertBundlesInOneCurrency(tx, { course: id })
  if (details || sections) await updateCompletions(tx, { courses: [id] })
}

async function columnsOf(tx: Tx, { price, feedback_form, ...details }: Details) {
  return {
    ...details,
    is_priced: price !== null,
    price_amount: price?.amount ?? 0,
    ...(price && { price_currency: price.currency }),
    feedback_form_id: feedback_form === null ? null : await formId(tx, feedback_form),
  }
}

async function formId(tx: Tx, slug: string): Promise<string> {
  const id = await findFormId(tx, slug)
  if (!id) throw new ApiError('conflict', `There is no feedback form ${slug} any more. Choose another one.`)
  return id
}

/**
 * Writes the structure of a course. Lessons keep their id wherever they move. Returns row ids that differ from the document: an import may have
 * created a lesson in the same place since the draft began, and learners may have progress in it.
 */
async function writeSections(tx: Tx, courseId: string, { sections }: Sections): Promise<Map<string, string>> {
  const rows = await listOutlineRows(tx, courseId)
  const sectionIds = new Map([
    ...sections.map(({ slug, id }) => [slug, id] as const),
    ...rows.sections.map(({ slug, id }) => [slug, id] as const),
  ])
  const idOfSection = (slug: string) => sectionIds.get(slug) ?? null
  const placed = placeLessons(rows, sections, idOfSection)
  const labs = await findLabs(tx, placed)
  const stay = new Set(placed.map(({ id }) => id))
  const live = rows.lessons.filter(({ archived }) => !archived)
  const placeOf = new Map(placed.map(({ id, section_id }) => [id, section_id]))
  // Moves lessons in two steps to avoid a unique-slug conflict when two are swapped.
  const moving = live.filter(({ id, section_id }) => placeOf.get(id) !== section_id).map(({ id }) => id)
  if (moving.length > 0) await courseContent.lessons.archive(tx, moving)
  await courseContent.sections.save(
    tx,
    sections.map(({ id, slug, title, opens_after }, position) => ({
      id: idOfSection(slug) ?? id,
      course_id: courseId,
      slug,
      title,
      position,
      opens_after_id: opens_after === null ? null : idOfSection(opens_after),
    })),
  )
  await courseContent.lessons.save(
    tx,
    placed.map(({ lab, document: _, ...lesson }, position) => ({
      ...lesson,
      course_id: courseId,
      position,
      lab_id: lab === null ? null : (labs.get(lab) ?? null),
    })),
  )
  const labBefore = new Map(rows.lessons.map(({ id, lab }) => [id, lab]))
  const newLabs = placed.filter(({ id, lab }) => lab !== null && lab !== labBefore.get(id)).map(({ id }) => id)
  if (newLabs.length > 0) await courseContent.lessons.followLabs(tx, newLabs)
  await remove(
    tx,
    'lessons',
    live.flatMap(({ id }) => (stay.has(id) ? [] : id)),
  )
  const kept = new Set(sections.map(({ slug }) => idOfSection(slug)))
  const leaving = rows.sections.flatMap(({ id, archived }) => (archived || kept.has(id) ? [] : id))
  if (leaving.length > 0) await courseContent.sections.unlink(tx, leaving)
  await remove(tx, 'sections', leaving)
  return new Map(placed.map(({ id, document }) => [document, id]))
}

interface PlacedLesson extends DocumentLesson {
  section_id: string
  /** Id of the lesson in the document. */
  document: string
}

function placeLessons(
  rows: OutlineRows,
  sections: Sections['sections'],
  idOfSection: (slug: string) => string | null,
): PlacedLesson[] {
  const known = new Set(rows.lessons.map(({ id }) => id))
  const named = new Set(sections.flatMap(({ lessons }) => lessons.map(({ id }) => id)))
  const inPlace = new Map(
    rows.lessons.flatMap(({ id, section_id, slug, archived }) =>
      archived || named.has(id) ? [] : [[`${section_id} ${slug}`, id] as const],
    ),
  )
  return sections.flatMap((section) =>
    section.lessons.map((lesson) => {
      const section_id = idOfSection(section.slug) ?? section.id
      const there = known.has(lesson.id) ? undefined : inPlace.get(`${section_id} ${lesson.slug}`)
      return { ...lesson, section_id, id: there ?? lesson.id, document: lesson.id }
    }),
  )
}

async function findLabs(tx: Tx, lessons: PlacedLesson[]): Promise<Map<string, string>> {
  const labs = await listLabIds(tx, [...new Set(lessons.flatMap(({ lab }) => lab ?? []))])
  const lost = lessons.find(({ lab }) => lab !== null && !labs.has(lab))
  if (lost)
    throw new ApiError('conflict', `There is no lab ${lost.lab} any more. Choose another one for “${lost.title}”.`)
  return labs
}
