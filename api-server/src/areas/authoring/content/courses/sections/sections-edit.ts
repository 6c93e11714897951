import { randomUUID } from 'node:crypto'
import type { SectionsEdit } from '@flagyard/api-types'
import { MAX_LESSONS } from '@flagyard/api-types/contract/content-fields'
import type { FieldError } from '@flagyard/api-types/contract/problem'
import type { Deps } from '../../../../../deps.ts'
import { ApiError } from '../../../../../errors.ts'
import type { AuditActor } from '../../../../../identity/current-user.ts'
import { readState, savePart } from '../../../../catalogue/revisions/index.ts'
import { outlineOf } from '../course-record.ts'
import { type DocumentLesson, type DocumentSection, lessonsOf, SECTIONS, type Sections } from '../documents.ts'
import { readDrafted, summaryOf } from '../drafted-course.ts'
import { auditCourse, auditedChange, editCourse } from '../edit-course.ts'
import { labsOf } from '../missing.ts'
import { listArchivedLessons, listLabIds, listOutlineRows } from '../queries.ts'
import { revisedCourse } from '../revised-course.ts'

interface Archived {
  sections: { id: string; slug: string; archived: boolean }[]
  /** If several lessons share a place, the latest comes last. */
  lessons: { id: string; section_id: string; slug: string; archived: boolean }[]
}

/** Completes a submitted structure: assigns ids to sections and lessons, and keeps the values of omitted fields. */
function sectionsOfEdit(
  edit: SectionsEdit,
  current: Sections,
  rows: Archived,
  labs: ReadonlyMap<string, unknown>,
): Sections {
  const { sections } = withIds(edit, current, rows)
  const faults = [...faultsOf(edit.sections, sections, current), ...unknownLabs(sections, labs)]
  if (faults.length > 0)
    throw new ApiError('invalid', faults[0]?.message.concat('.') ?? '', { errors: faults.slice(0, 50) })
  return { sections }
}

function withIds({ sections }: SectionsEdit, current: Sections, rows: Archived): Sections {
  const known = new Map(current.sections.map((section) => [section.slug, section]))
  const sectionsById = new Map(current.sections.map((section) => [section.id, section]))
  const lessonsById = new Map(lessonsOf(current).map((lesson) => [lesson.id, lesson]))
  const archived = new Map(rows.sections.map(({ slug, id }) => [slug, id]))
  const lessonAt = idsByPlace(current, rows)
  const used = new Set(sections.flatMap(({ lessons }) => lessons.flatMap(({ id }) => id ?? [])))
  return {
    sections: sections.map(({ id: given, lessons, opens_after, ...section }): DocumentSection => {
      const id = given ?? known.get(section.slug)?.id ?? archived.get(section.slug) ?? randomUUID()
      return {
        ...section,
        id,
        opens_after: opens_after === undefined ? (sectionsById.get(id)?.opens_after ?? null) : opens_after,
        lessons: lessons.map(({ id: own, free_preview, lab, ...lesson }): DocumentLesson => {
          const there = lessonAt.get(`${id} ${lesson.slug}`)
          const lessonId = own ?? (there && !used.has(there) ? there : randomUUID())
          const before = lessonsById.get(lessonId)
          return {
            ...lesson,
            id: lessonId,
            free_preview: free_preview ?? before?.free_preview ?? false,
            // A lesson whose kind changes loses its lab.
            lab: lab === undefined ? (lesson.kind === 'lab' ? (before?.lab ?? null) : null) : lab,
          }
        }),
      }
    }),
  }
}

/** Ids by place, including archived lessons: a lesson that returns to its former place gets its id back. */
function idsByPlace(current: Sections, rows: Archived): Map<string, string> {
  return new Map([
    ...rows.lessons.flatMap(({ id, section_id, slug, archived }) =>
      archived ? [[`${section_id} ${slug}`, id] as const] : [],
    ),
    ...current.sections.flatMap((section) =>
      section.lessons.map(({ id, slug }) => [`${section.id} ${slug}`, id] as const),
    ),
  ])
}

/** `edited` contains the ids as submitted, `sections` the completed structure. */
function faultsOf(edited: SectionsEdit['sections'], sections: DocumentSection[], current: Sections): FieldError[] {
  const faults: FieldError[] = []
  const slugs = new Map<string, string>()
  for (const section of current.sections) {
    slugs.set(section.id, section.slug)
    for (const { id, slug } of section.lessons) slugs.set(id, slug)
  }
  const seen = new Set<string>()
  const check = (field: string, { id, slug }: { id?: string | undefined; slug: string }) => {
    if (id === undefined) return
    if (seen.has(id)) faults.push({ field: `${field}.id`, message: 'This is in the list twice' })
    seen.add(id)
    if (!slugs.has(id)) faults.push({ field: `${field}.id`, message: 'This is no longer part of the course' })
    else if (slugs.get(id) !== slug) faults.push({ field: `${field}.slug`, message: 'A slug can never change' })
  }
  const twice = (field: string, items: { slug: string }[]) => {
    const names = new Set<string>()
    items.forEach(({ slug }, at) => {
      if (names.has(slug)) faults.push({ field: `${field}.${at}.slug`, message: `There is already a ${slug} here` })
      names.add(slug)
    })
  }
  const total = sections.reduce((sum, { lessons }) => sum + lessons.length, 0)
  if (total > MAX_LESSONS)
    faults.push({ field: 'sections', message: `A course can have at most ${MAX_LESSONS} lessons` })
  twice('sections', sections)
  sections.forEach((section, at) => {
    const field = `sections.${at}`
    const sent = edited[at]
    check(field, { id: sent?.id, slug: section.slug })
    if (section.opens_after !== null && !isReachable(section.slug, sections))
      faults.push({
        field: `${field}.opens_after`,
        message: 'This section would never open. Choose one that opens without it',
      })
    twice(`${field}.lessons`, section.lessons)
    section.lessons.forEach((lesson, place) => {
      check(`${field}.lessons.${place}`, { id: sent?.lessons[place]?.id, slug: lesson.slug })
      if ((lesson.kind === 'lab') !== (lesson.lab !== null))
        faults.push({
          field: `${field}.lessons.${place}.lab`,
          message: lesson.kind === 'lab' ? 'Choose a lab' : 'Only lessons of the kind lab can have a lab',
        })
    })
  })
  return faults
}

/** Whether the section can be reached: its chain of prerequisites must end at a section without one. */
function isReachable(slug: string, sections: DocumentSection[]): boolean {
  const before = new Map(sections.map((section) => [section.slug, section.opens_after]))
  const passed = new Set<string>()
  for (let at: string | null | undefined = slug; at !== null; at = before.get(at)) {
    if (at === undefined || passed.has(at)) return false
    passed.add(at)
  }
  return true
}

const unknownLabs = (sections: DocumentSection[], labs: ReadonlyMap<string, unknown>): FieldError[] =>
  sections.flatMap(({ lessons }, at) =>
    lessons.flatMap(({ lab }, place) =>
      lab === null || labs.has(lab)
        ? []
        : [{ field: `sections.${at}.lessons.${place}.lab`, message: `There is no lab ${lab}` }],
    ),
  )

/** Saves the sections and lessons of a course and their order. Lesson texts are saved separately. */
export async function saveSections({ db }: Pick<Deps, 'db'>, by: AuditActor, slug: string, edit: SectionsEdit) {
  return editCourse({ db }, slug, async (tx, course) => {
    const rows = await listOutlineRows(tx, course.id)
    const lessons = [
      ...edit.sections.flatMap((one) => one.lessons),
      ...lessonsOf((await readDrafted(tx, course.id)).sections),
    ]
    const named = lessons.flatMap(({ lab }) => lab ?? [])
    const labs = await listLabIds(tx, [...new Set(named)])
    const saved = await savePart<Sections>(tx, revisedCourse, course, {
      part: SECTIONS,
      version: edit.version,
      by: by.actor.id,
      change: (current) => sectionsOfEdit(edit, current, rows, labs),
    })
    if (saved?.changed) {
      const { before, after } = saved
      const action = course.isLive ? 'courses.save_draft' : 'courses.update'
      await auditCourse(tx, by, action, slug, auditedChange(before, after))
    }
    const drafted = await readDrafted(tx, course.id)
    const { draft } = await readState(tx, revisedCourse, course.id, summaryOf(drafted.live))
    const left = course.isLive || !saved ? [] : leftOf(saved)
    const ids = left.map(({ id }) => id)
    const archived = await listArchivedLessons(tx, ids)
    const titles = (isArchived: boolean) =>
      left.filter(({ id }) => archived.has(id) === isArchived).map(({ title }) => title)
    return {
      outline: outlineOf(drafted, await labsOf(tx, course.id, drafted.sections)),
      archived: titles(true),
      deleted: titles(false),
      draft,
    }
  })
}

function leftOf({ before, after }: { before: Sections; after: Sections }) {
  const stay = new Set(lessonsOf(after).map(({ id }) => id))
  return lessonsOf(before).filter(({ id }) => !stay.has(id))
}
