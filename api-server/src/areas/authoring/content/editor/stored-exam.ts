import type { Db, Tx } from '../../../../db/open.ts'
import { invalidField } from '../../../../errors.ts'
import { examContent } from '../../../catalogue/exams/index.ts'
import { readDraftParts } from '../../../catalogue/revisions/index.ts'
import { examColumns } from '../columns.ts'
import { examOf } from '../stored.ts'
import { type ExamDocument, type ExamItem, isLive, WHOLE, withIds } from './documents.ts'
import { missingInCanary, missingInFlags, saveFlags } from './flags.ts'
import * as queries from './queries.ts'

/** An exam in its published version, and with its draft for editors. */
export async function findStoredExam(db: Db, by: { slug: string } | { id: string }) {
  const found = await queries.findExamRow(db, by)
  if (!found) return undefined
  const { exam: row, course } = found
  const flags = await queries.listFlagsOf(db, { exam_id: row.id })
  const rows = flags.flatMap(({ flag }) => (flag.archived_at === null ? flag : []))
  const { slug, status, ...exam } = examOf(row, rows, course)
  const live: ExamDocument = { ...exam, flags: withIds(exam.flags, rows) }
  const drafted = isLive(status)
    ? (await readDraftParts(db, { kind: 'exams', id: row.id }, [WHOLE])).get(WHOLE)?.document
    : undefined
  const document = (drafted as ExamDocument | undefined) ?? live
  // Drafts from before canary scripts existed have no script.
  const item: ExamItem = { slug, status, ...document, canary: 'canary' in document ? document.canary : live.canary }
  return { id: row.id, version: row.version, item, live, row, flags }
}

/** Writes the whole exam, and archives or deletes removed flags. */
export async function writeExam(tx: Tx, id: string, item: ExamItem) {
  const before = await findStoredExam(tx, { id })
  await examContent.save(tx, [{ ...examColumns(item), id, course_id: await courseIdOf(tx, item.course) }])
  return saveFlags(tx, { lab_id: null, exam_id: id }, item.flags, before?.flags.map(({ flag }) => flag) ?? [])
}

export async function courseIdOf(db: Db, slug: string | null): Promise<string | null> {
  if (slug === null) return null
  const [course] = await queries.listCoursesBySlug(db, [slug])
  if (!course) throw invalidField('course', `There is no course called ${slug}`)
  return course.id
}

export function missingInExam({
  flags,
  passing_points,
  canary,
}: Pick<ExamItem, 'flags' | 'passing_points' | 'canary'>) {
  const points = flags.reduce((sum, flag) => sum + flag.points, 0)
  const tooHigh = `All flags together give ${points} points: nobody could reach ${passing_points}.`
  return [
    ...missingInFlags(flags),
    ...missingInCanary('exam', { canary, flags }),
    ...(flags.length > 0 && points < passing_points ? [{ field: 'passing_points', message: tooHigh }] : []),
  ]
}
