import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../../db/open.ts'
import { courseContent } from '../../../catalogue/courses/index.ts'
import { examContent } from '../../../catalogue/exams/index.ts'
import { flagContent } from '../../../catalogue/flags/index.ts'
import { labContent } from '../../../catalogue/labs/index.ts'
import { blockCompletions, updateCompletions } from '../../../catalogue/progress/index.ts'
import * as feedback from '../../../certification/feedback/index.ts'
import * as columns from '../columns.ts'
import type { Flag, Kind } from '../model.ts'
import { mapTexts, type SizeOf, toSite } from '../pictures.ts'
import { assertBundlesInOneCurrency, type ContentRows, listArchivedParts } from '../queries.ts'
import { type AppliedChange, removeLeft } from '../remove.ts'
import { outlineRows } from './outline-rows.ts'
import type { Plan } from './plan.ts'

interface StoredFiles {
  keyOf: columns.KeyOf
  bytesOf(name: string): number
  /** Size of a picture. */
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
  await feedback.saveForms(
    tx,
    forms.map(({ item, id }) => ({ ...columns.formColumns(item), id })),
  )
  const questions = forms.flatMap(({ item, id }) => {
    const known = bySlug([...archived.questions, ...rows.questions].filter(({ form_id }) => form_id === id))
    return item.questions.map((question, position) => ({
      ...columns.questionColumns(question, position),
      id: known.get(question.slug) ?? randomUUID(),
      form_id: id,
    }))
  })
  await feedback.saveQuestions(tx, questions)

  const labItems = toWrite('labs', wanted.labs)
  await labContent.save(
    tx,
    labItems.map(({ item, id }) => ({ ...columns.labColumns(item, keyOf, bytesOf), id })),
  )

  const courseItems = toWrite('courses', wanted.courses)
  await blockCompletions(tx, onlyIds(courseItems))
  await courseContent.courses.save(
    tx,
    courseItems.map(({ item, id }) => ({
      ...columns.courseColumns(item, minutes, pictureOf),
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
      columnsOf: (lesson) => columns.lessonColumns(lesson, keyOf, minutes),
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
        ...columns.bundleColumns(item),
        id,
        courses: item.courses.map((slug) => idIn('courses', slug)),
      })),
    )

  const examItems = toWrite('exams', wanted.exams)
  await examContent.save(
    tx,
    examItems.map(({ item, id }) => ({
      ...columns.examColumns(item),
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
      ...columns.flagColumns(flag, position),
      ...owner,
      id: known.get(flag.slug) ?? randomUUID(),
    }))
  }

  const applied = await removeLeft(tx, changes, rows, { lessons, sections, flags: flagRows, questions }, idIn)
  await assertBundlesInOneCurrency(tx)
  await updateCompletions(tx, { labs: onlyIds(labItems) })
  await updateCompletions(tx, { courses: onlyIds(courseItems) })
  await feedback.settleVersions(tx, onlyIds(forms))
  return applied
}

/** Ids by slug, for stored and new items. */
function idsOf(stored: { id: string; slug: string }[], wanted: { slug: string }[]): Map<string, string> {
  const ids = bySlug(stored)
  for (const { slug } of wanted) if (!ids.has(slug)) ids.set(slug, randomUUID())
  return ids
}

const onlyIds = (items: { id: string }[]) => items.map(({ id }) => id)

const bySlug = (rows: { id: string; slug: string }[]) => new Map(rows.map(({ id, slug }) => [slug, id]))

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The plan names ${name}, which is nowhere`)
  return value
}
