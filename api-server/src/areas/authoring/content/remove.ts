import type { Tx } from '../../../db/open.ts'
import { courseContent } from '../../catalogue/courses/index.ts'
import { examContent } from '../../catalogue/exams/index.ts'
import { flagContent } from '../../catalogue/flags/index.ts'
import { labContent } from '../../catalogue/labs/index.ts'
import * as feedback from '../../certification/feedback/index.ts'
import type { Kind } from './model.ts'
import { type ContentRows, listWithHistory, type Removable } from './queries.ts'
import type { Change } from './transfer/plan.ts'

export interface AppliedChange extends Omit<Change, 'action'> {
  action: 'create' | 'update' | 'archive' | 'delete'
  /** Removed parts: lessons, sections, flags or questions. */
  archived: string[]
  deleted: string[]
}

type Write = (tx: Tx, ids: string[]) => Promise<void>

const writes: Record<Removable, { archive: Write; delete: Write }> = {
  ...courseContent,
  flags: flagContent,
  questions: { archive: feedback.archiveQuestions, delete: feedback.deleteQuestions },
  exams: examContent,
  labs: labContent,
  forms: { archive: feedback.archiveForms, delete: feedback.deleteForms },
}

interface Part {
  id: string
  owner: string
  name: string
}

/** Removes items missing from the files: archives those with learner history, deletes the rest. */
export async function removeLeft(
  tx: Tx,
  changes: Change[],
  rows: ContentRows,
  written: Record<'lessons' | 'sections' | 'flags' | 'questions', { id: string }[]>,
  idIn: (kind: Kind, slug: string) => string,
): Promise<AppliedChange[]> {
  // Restored items count as new, so they may have leftover parts to remove.
  const saved = new Set(changes.flatMap(({ kind, slug, action }) => (action === 'remove' ? [] : idIn(kind, slug))))
  const outcome = { archived: new Map<string, string[]>(), deleted: new Map<string, string[]>() }
  const parts = listParts(rows)
  for (const what of ['lessons', 'sections', 'flags', 'questions'] as const) {
    const stay = new Set(written[what].map(({ id }) => id))
    const left = parts[what].filter(({ id, owner }) => saved.has(owner) && !stay.has(id))
    const ids = left.map(({ id }) => id)
    if (what === 'sections' && ids.length > 0) await courseContent.sections.unlink(tx, ids)
    const kept = await remove(tx, what, ids)
    for (const { id, owner, name } of left) {
      const list = kept.has(id) ? outcome.archived : outcome.deleted
      list.set(owner, [...(list.get(owner) ?? []), name])
    }
  }
  const removed = new Map<string, 'archive' | 'delete'>()
  // Referencing items are removed before the items they reference.
  for (const kind of ['bundles', 'exams', 'courses', 'labs', 'forms'] as const) {
    const ids = changes.flatMap((change) =>
      change.kind === kind && change.action === 'remove' ? idIn(kind, change.slug) : [],
    )
    const kept = await remove(tx, kind, ids)
    for (const id of ids) removed.set(id, kept.has(id) ? 'archive' : 'delete')
  }
  return changes.map(({ action, ...change }) => {
    const id = idIn(change.kind, change.slug)
    return {
      ...change,
      action: action === 'remove' ? (removed.get(id) ?? 'delete') : action,
      archived: outcome.archived.get(id) ?? [],
      deleted: outcome.deleted.get(id) ?? [],
    }
  })
}

/** Returns the ids that were archived instead of deleted. */
export async function remove(tx: Tx, what: Removable, ids: string[]): Promise<Set<string>> {
  const kept = await listWithHistory(tx, what, ids)
  const gone = ids.filter((id) => !kept.has(id))
  if (kept.size > 0) await writes[what].archive(tx, [...kept])
  if (gone.length > 0) await writes[what].delete(tx, gone)
  return kept
}

function listParts({
  sections,
  lessons,
  flags,
  questions,
}: ContentRows): Record<'lessons' | 'sections' | 'flags' | 'questions', Part[]> {
  const sectionSlugs = new Map(sections.map(({ id, slug }) => [id, slug]))
  return {
    lessons: lessons.map((row) => ({
      id: row.id,
      owner: row.course_id,
      name: `lesson ${sectionSlugs.get(row.section_id) ?? ''}/${row.slug}`,
    })),
    sections: sections.map((row) => ({ id: row.id, owner: row.course_id, name: `section ${row.slug}` })),
    flags: flags.map((row) => ({ id: row.id, owner: row.lab_id ?? row.exam_id ?? '', name: `flag ${row.slug}` })),
    questions: questions.map((row) => ({ id: row.id, owner: row.form_id, name: `question ${row.slug}` })),
  }
}
