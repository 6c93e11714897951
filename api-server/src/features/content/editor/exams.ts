import { operations } from '@flagyard/api-types'
import { examFile } from '@flagyard/api-types/content/files'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { invalidField } from '../../../errors.ts'
import { invalidInput } from '../../../http/validation.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import { deleteExams, saveExams } from '../../exams/content.ts'
import { examColumns } from '../columns.ts'
import type { Exam } from '../model.ts'
import { examOf } from '../stored.ts'
import { flagsOf, missingInFlags, presentFlags, type RemovedFlags, saveFlags } from './flags.ts'
import * as queries from './queries.ts'
import { deleteContent, type Editor, notFound, saveContent } from './save.ts'

type NeededDeps = Pick<Deps, 'db'>

export async function readExam({ db }: NeededDeps, user: CurrentUser, slug: string): Promise<Accepted<'examRecord'>> {
  const found = await findStored(db, slug)
  if (!found) throw notFound('exams')
  const { row, item, flags } = found
  return {
    ...item,
    ...presentFlags(flags),
    id: slug,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    attempts_taken: await queries.countAttemptsTaken(db, row.id),
    missing: missingOf(item),
    allowed: allowedAmong({
      update: mayCall(operations.saveExam, user),
      delete: mayCall(operations.deleteExam, user),
      test: false,
    }),
  }
}

export async function saveExam(
  deps: NeededDeps,
  by: AuditActor,
  slug: string,
  { version, ...edit }: Output<'examEdit'>,
): Promise<RemovedFlags> {
  const removed = await saveContent(deps, by, { slug, version }, examEditor(slug, edit))
  return removed ?? { archived: [], deleted: [] }
}

export const deleteExam = (deps: NeededDeps, by: AuditActor, slug: string) =>
  deleteContent(deps, by, 'exams', slug, (tx) => findStored(tx, slug), deleteExams)

async function findStored(db: Db, slug: string) {
  const found = await queries.findExamRow(db, slug)
  if (!found) return undefined
  const { exam: row, course } = found
  const flags = await queries.listFlagsOf(db, { exam_id: row.id })
  const live = flags.flatMap(({ flag }) => (flag.archived_at === null ? flag : []))
  return { id: row.id, version: row.version, item: examOf(row, live, course), row, flags }
}

function examEditor(
  slug: string,
  { flags, ...fields }: Omit<Output<'examEdit'>, 'version'>,
): Editor<Exam, RemovedFlags> {
  let stored: Awaited<ReturnType<typeof findStored>>
  const rows = () => stored?.flags.map(({ flag }) => flag) ?? []
  return {
    kind: 'exams',
    async find(tx) {
      stored = await findStored(tx, slug)
      return stored
    },
    async change(_, before) {
      const { slug: _slug, ...old } = before?.item ?? { slug }
      const parsed = examFile.safeParse({ ...old, ...fields, ...(flags && { flags: flagsOf(flags, rows()) }) })
      if (!parsed.success) throw invalidInput(parsed.error)
      return { slug, ...parsed.data }
    },
    missing: async (_, __, wanted) => missingOf(wanted),
    async write(tx, id, wanted) {
      const course = await courseIdOf(tx, wanted.course)
      await saveExams(tx, [{ ...examColumns(wanted), id, course_id: course }])
      return saveFlags(tx, { lab_id: null, exam_id: id }, wanted.flags, rows())
    },
  }
}

async function courseIdOf(db: Db, slug: string | null): Promise<string | null> {
  if (slug === null) return null
  const [course] = await queries.listCoursesBySlug(db, [slug])
  if (!course) throw invalidField('course', `There is no course called ${slug}`)
  return course.id
}

function missingOf({ flags, passing_points }: Exam) {
  const points = flags.reduce((sum, flag) => sum + flag.points, 0)
  const tooHigh = `All flags together give ${points} points: nobody could reach ${passing_points}.`
  return [
    ...missingInFlags(flags),
    ...(flags.length > 0 && points < passing_points ? [{ field: 'passing_points', message: tooHigh }] : []),
  ]
}
