import type { Accepted } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { consumeAttempt } from '../../../../limits/consume-attempt.ts'
import * as tests from '../../../clouds/deployments/index.ts'
import { presentDeployment } from '../../../clouds/deployments/index.ts'
import { compareFlag, MAX_ATTEMPTS_PER_MINUTE, readExtraData } from '../../../training/lab-work/index.ts'
import { notFound } from './save.ts'
import { findStoredLab, triedRunOf } from './stored-lab.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'config'>

/** The author's newest test run of a lab. */
export async function readLabTest(deps: NeededDeps, user: Pick<CurrentUser, 'id'>, slug: string) {
  const lab = await findLab(deps.db, slug)
  return present(deps, lab, await tests.readLabTest(deps.db, { userId: user.id, labId: lab.id }))
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
  await tests.startLabTest(deps, by, lab.row, run, readExtraData(run.lab, given))
  return readLabTest(deps, by.actor, slug)
}

export async function endLabTest(deps: NeededDeps & Pick<Deps, 'queue' | 'clouds'>, by: AuditActor, slug: string) {
  await tests.endLabTest(deps, by, (await findLab(deps.db, slug)).row)
  return readLabTest(deps, by.actor, slug)
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
  const test = await tests.readLabTest(db, { userId: actor.id, labId: lab.id })
  if (test?.deployment.state !== 'running')
    throw new ApiError('conflict', 'Start the test first: the flags are inside the lab.')
  const { id: deploymentId } = test.deployment
  const flag = runOfTest(lab, test).flags.find((one) => one.id === id)
  if (!flag) throw new ApiError('not_found', 'There is no such flag.')
  const key = `flag:${flag.id}:account:${actor.id}`
  await consumeAttempt(deps, key, MAX_ATTEMPTS_PER_MINUTE, 60)
  const compared = { flag, userId: actor.id, deploymentIds: [deploymentId] }
  const { correct } = compareFlag(deps, compared, value.trim())
  if (!correct) throw new ApiError('wrong_flag', 'This is not the flag.')
  await db.transaction(async (tx) => {
    if (!(await tests.recordTestedFlag(tx, deploymentId, flag.id))) return
    const subject = { type: 'lab', id: slug }
    await recordAudit(tx, { actor, address, action: 'labs.test_flag', subject, after: { flag: flag.title } })
  })
  return readLabTest(deps, actor, slug)
}

type StoredLab = Awaited<ReturnType<typeof findLab>>
type Test = NonNullable<Awaited<ReturnType<typeof tests.readLabTest>>>

async function findLab(db: Db, slug: string) {
  const found = await findStoredLab(db, { slug })
  if (!found) throw notFound('labs')
  return found
}

/** Content that the test was built from. */
const runOfTest = (lab: StoredLab, { run }: Test) => run ?? triedRunOf(lab)

/** A finished test still shows its solved flags, unless what the lab builds has changed since. */
async function present(deps: NeededDeps, lab: StoredLab, test: Test | undefined): Promise<Accepted<'labTest'>> {
  const next = triedRunOf(lab)
  const run = test && runOfTest(lab, test)
  const outdated = run !== undefined && (await tests.buildsDiffer(deps.db, run, next))
  const isOpen = test?.isActive === true
  const { flags } = isOpen && run ? run : next
  const solved = isOpen || !outdated ? (test?.deployment.test?.solved ?? []) : []
  return {
    deployment: test ? await presentDeployment(deps, test.deployment) : null,
    drafted: lab.isDrafted,
    outdated,
    flags: flags.map(({ id, title, question, type }) => ({ id, title, question, type, solved: solved.includes(id) })),
    extra_fields: next.lab.extra_fields.map((field) => ({ ...field, choices: field.choices ?? [] })),
  }
}
