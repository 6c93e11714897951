import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { saveExam } from './exams.ts'
import { listedFlags, type RemovedFlags } from './flags.ts'
import { saveLab } from './labs.ts'
import { findOwnerOfFlag } from './queries.ts'
import { notFound, subjectOf } from './save.ts'
import { findStoredExam } from './stored-exam.ts'
import { findStoredLab } from './stored-lab.ts'

type Owner = 'labs' | 'exams'

export const listFlags = async ({ db }: Pick<Deps, 'db'>, kind: Owner, slug: string) =>
  (await readFlags({ db }, kind, slug)).flags

/** Replaces the whole flag list, and nothing else of the lab. */
export async function saveLabFlags(
  deps: Pick<Deps, 'db' | 'files'>,
  by: AuditActor,
  slug: string,
  edit: Output<'flagsEdit'>,
) {
  return answer(deps, 'labs', slug, await saveLab(deps, by, slug, await versioned(deps, 'labs', slug, edit)))
}

export async function saveExamFlags(deps: Pick<Deps, 'db'>, by: AuditActor, slug: string, edit: Output<'flagsEdit'>) {
  return answer(deps, 'exams', slug, await saveExam(deps, by, slug, await versioned(deps, 'exams', slug, edit)))
}

/** Without a version, replaces the current list, whatever its version. */
const versioned = async (deps: Pick<Deps, 'db'>, kind: Owner, slug: string, edit: Output<'flagsEdit'>) => ({
  ...edit,
  version: edit.version ?? (await readFlags(deps, kind, slug)).version,
})

const answer = async (
  deps: Pick<Deps, 'db'>,
  kind: Owner,
  slug: string,
  removed: RemovedFlags,
): Promise<Accepted<'savedFlags'>> => ({ ...(await readFlags(deps, kind, slug)), removed })

async function readFlags({ db }: Pick<Deps, 'db'>, kind: Owner, slug: string) {
  const found = await (kind === 'labs' ? findStoredLab : findStoredExam)(db, { slug })
  if (!found) throw notFound(kind)
  return { version: found.version, flags: listedFlags(found.item.flags, found.flags) }
}

/** Returns the secret of a flag, from the draft if there is one. No other response contains it. Audited before it is returned. */
export const revealSecret = ({ db }: Pick<Deps, 'db'>, by: AuditActor, id: string) =>
  db.transaction(async (tx) => {
    const owner = await findOwnerOfFlag(tx, id)
    const found = owner && (await (owner.kind === 'labs' ? findStoredLab : findStoredExam)(tx, { id: owner.id }))
    const flag = found?.item.flags.find((one) => one.id === id)
    if (!owner || !found || !flag) throw new ApiError('not_found', 'There is no such flag.')
    if (flag.type !== 'STATIC')
      throw new ApiError('conflict', 'Only static flags have a secret; the product computes the answers of all others.')
    const subject = subjectOf(owner.kind, found.item.slug)
    await recordAudit(tx, { ...by, action: 'flags.reveal', subject, after: { flag: flag.title } })
    return { id, secret: flag.secret ?? null }
  })
