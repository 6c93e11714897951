import { operations } from '@flagyard/api-types'
import { examFile } from '@flagyard/api-types/content/files'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../../deps.ts'
import { invalidInput } from '../../../../http/validation.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'
import { hasModule } from '../../../../integrations/clouds/terraform/modules.ts'
import { examContent } from '../../../catalogue/exams/index.ts'
import { readState } from '../../../catalogue/revisions/index.ts'
import { type ExamItem, isLive } from './documents.ts'
import { flagsOf, presentFlags, type RemovedFlags, withoutIds } from './flags.ts'
import * as queries from './queries.ts'
import { revisedExam } from './revised.ts'
import { deleteContent, type Editor, notFound, saveContent } from './save.ts'
import { courseIdOf, findStoredExam, missingInExam, writeExam } from './stored-exam.ts'

type NeededDeps = Pick<Deps, 'db'>

export async function readExam(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  user: CurrentUser,
  slug: string,
): Promise<Accepted<'examRecord'>> {
  const found = await findStoredExam(db, { slug })
  if (!found) throw notFound('exams')
  const { row, item, flags } = found
  const { draft, planned } = await readState(db, revisedExam, row.id)
  const mayUpdate = mayCall(operations.saveExam, user)
  return {
    ...item,
    canary: mayUpdate ? item.canary : null,
    ...presentFlags(item.flags, flags),
    id: slug,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    health: row.health,
    draft,
    planned,
    attempts_taken: await queries.countAttemptsTaken(db, row.id),
    simulated_only: !(await hasModule(config.terraform.modules, item.module, item.module_version)),
    missing: missingInExam(item),
    allowed: allowedAmong({
      update: mayUpdate,
      publish: mayCall(operations.publishExam, user) && (!isLive(item.status) || draft !== null),
      cancel_publication: mayCall(operations.cancelExamPublication, user) && planned !== null,
      discard_draft: mayCall(operations.discardExamDraft, user) && draft !== null,
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
  deleteContent(deps, by, 'exams', slug, (tx) => findStoredExam(tx, { slug }), examContent.delete)

function examEditor(
  slug: string,
  { flags: edited, canary: script, ...fields }: Omit<Output<'examEdit'>, 'version'>,
): Editor<ExamItem, RemovedFlags> {
  let stored: Awaited<ReturnType<typeof findStoredExam>>
  return {
    kind: 'exams',
    revised: { content: revisedExam, update: examContent.edit },
    async find(tx) {
      stored = await findStoredExam(tx, { slug })
      return stored
    },
    async change(tx, before) {
      const { slug: _slug, canary: standing, ...old } = before?.item ?? { slug, canary: null }
      const flags = edited
        ? flagsOf(edited, before?.item.flags ?? [], stored?.flags.map(({ flag }) => flag) ?? [])
        : (before?.item.flags ?? [])
      const parsed = examFile.safeParse({ ...old, ...fields, flags: withoutIds(flags) })
      if (!parsed.success) throw invalidInput(parsed.error)
      await courseIdOf(tx, parsed.data.course)
      return { ...parsed.data, slug, canary: script === undefined ? standing : script, flags }
    },
    missing: async (_, __, wanted) => missingInExam(wanted),
    write: writeExam,
  }
}
