import type { Accepted } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { consumeAttempt } from '../../../../limits/consume-attempt.ts'
import * as tests from '../../../clouds/deployments/index.ts'
import { presentDeployment, touchPresence } from '../../../clouds/deployments/index.ts'
import { checkValue, MAX_ATTEMPTS_PER_MINUTE, readExtraData } from '../../../training/lab-work/index.ts'
import { notFound } from './save.ts'
import { findStoredLab, triedRunOf } from './stored-lab.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'config'>

/** The author's newest test run of a lab. Also records presence, so that a waiting test is treated like that of a learner with an open page. */
export async function readLabTest(deps: NeededDeps, user: Pick<CurrentUser, 'id'>, slug: string) {
  const lab = await findLab(deps.db, slug)
  const test = await tests.findLatestTest(deps.db, user.id, lab.id)
  if (test?.state === 'queued' || test?.state === 'held') await touchPresence(deps.db, test.id)
  return present(deps, lab, test)
}

/** Deploys the lab, including its draft, with the given extra data. */
export async function startLabTest(
  deps: NeededDeps & Pick<Deps, 'queue' | 'clouds'>,
  by: AuditActor,
  slug: string,
  given: Record<string, string>,
) {
  const lab = await findLab(deps.db, slug)
  const run = triedRunOf(lab)
  return present(deps, lab, await tests.startLabTest(deps, by, lab.row, run, readExtraData(run.lab, given)))
}

export async function endLabTest(deps: NeededDeps & Pick<Deps, 'queue' | 'clouds'>, by: AuditActor, slug: string) {
  const lab = await findLab(deps.db, slug)
  return present(deps, lab, await tests.endLabTest(deps, by, lab.row))
}

/** Checks a flag like a learner's, but records it only in the test: no try, no points, no progress. */
export async function submitTestFlag(
  deps: NeededDeps & Pick<Deps, 'clock'>,
  { actor, address }: AuditActor,
  { slug, id }: { slug: string; id: string },
  value: string,
) {
  const { db } = deps
  const lab = await findLab(db, slug)
  const test = await tests.findLatestTest(db, actor.id, lab.id)
  if (test?.state !== 'running') throw new ApiError('conflict', 'Start the test first: the flags are inside the lab.')
  const flag = (await runOfTest(db, lab, test)).flags.find((one) => one.id === id)
  if (!flag) throw new ApiError('not_found', 'There is no such flag.')
  const key = `flag:${flag.id}:account:${actor.id}`
  await consumeAttempt(deps, key, MAX_ATTEMPTS_PER_MINUTE, 60)
  const { correct } = checkValue(
    deps,
    actor,
    { flag, deployments: [{ id: test.id, state: test.state, begun: true }] },
    value.trim(),
  )
  if (!correct) throw new ApiError('wrong_flag', 'This is not the flag.')
  await db.transaction(async (tx) => {
    if (!(await tests.saveSolvedFlag(tx, test.id, flag.id))) return
    const subject = { type: 'lab', id: slug }
    await recordAudit(tx, { actor, address, action: 'labs.test_flag', subject, after: { flag: flag.title } })
  })
  return readLabTest(deps, actor, slug)
}

type StoredLab = Awaited<ReturnType<typeof findLab>>
type Test = NonNullable<Awaited<ReturnType<typeof tests.findLatestTest>>>

async function findLab(db: Db, slug: string) {
  const found = await findStoredLab(db, { slug })
  if (!found) throw notFound('labs')
  return found
}

/** Content that the test was built from. */
const runOfTest = async (db: Db, lab: StoredLab, { snapshot_id }: Test) =>
  (snapshot_id && (await tests.findSnapshot(db, snapshot_id))) || triedRunOf(lab)

/** A finished test still shows its solved flags, unless what the lab builds has changed since. */
async function present(deps: NeededDeps, lab: StoredLab, test: Test | undefined): Promise<Accepted<'labTest'>> {
  const next = triedRunOf(lab)
  const run = test && (await runOfTest(deps.db, lab, test))
  const outdated = run !== undefined && (await tests.buildsDiffer(deps.db, run, next))
  const isOpen = test !== undefined && tests.isActive(test)
  const { flags } = isOpen && run ? run : next
  const solved = isOpen || !outdated ? (test?.test?.solved ?? []) : []
  return {
    deployment: test ? await presentDeployment(deps, test) : null,
    drafted: lab.isDrafted,
    outdated,
    flags: flags.map(({ id, title, question, type }) => ({ id, title, question, type, solved: solved.includes(id) })),
    extra_fields: next.lab.extra_fields.map((field) => ({ ...field, choices: field.choices ?? [] })),
  }
}
