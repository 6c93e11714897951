import type { SectionsEdit } from '@flagyard/api-types'
import type { Deps } from '../../../../../deps.ts'
import type { AuditActor } from '../../../../../identity/current-user.ts'
import { readState, savePart } from '../../../../catalogue/revisions/index.ts'
import { outlineOf } from '../course-record.ts'
import { lessonsOf, SECTIONS, type Sections } from '../documents.ts'
import { readDrafted, summaryOf } from '../drafted-course.ts'
import { auditCourse, auditedChange, editCourse } from '../edit-course.ts'
import { labsOf } from '../missing.ts'
import { listKeptLessons, listLabIds, listOutlineRows } from '../queries.ts'
import { revisedCourse } from '../revised-course.ts'
import { sectionsOfEdit } from './sections-edit.ts'

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
    const kept = await listKeptLessons(
      tx,
      left.map(({ id }) => id),
    )
    const titles = (isKept: boolean) => left.filter(({ id }) => kept.has(id) === isKept).map(({ title }) => title)
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
