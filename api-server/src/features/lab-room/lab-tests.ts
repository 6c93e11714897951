import type { Accepted } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../audit-log/record.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import type { AuditActor, CurrentUser } from '../../identity/current-user.ts'
import { assertAttemptLeft } from '../../limits/consume-attempt.ts'
import * as tests from '../deployments/lab-test.ts'
import { presentDeployment } from '../deployments/present.ts'
import { touchPresence } from '../deployments/service.ts'
import { takeAttempt } from '../flags/service.ts'
import { findLabBySlug, type LabRow } from '../labs/service.ts'
import { readValues } from './extra-data.ts'
import * as queries from './flag-queries.ts'
import { checkValue, MAX_ATTEMPTS_PER_MINUTE } from './flags.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets'>

/** The author's newest test run of a lab. An open page of one that waits for an account is told of, as a learner's is. */
export async function readLabTest(deps: NeededDeps, user: CurrentUser, slug: string) {
  const lab = await findLabBySlug(deps.db, slug)
  const test = await tests.findLatestTest(deps.db, user.id, lab.id)
  if (test?.state === 'queued' || test?.state === 'held') await touchPresence(deps.db, test.id)
  return present(deps, lab, test)
}

/** Deploys the lab, drafts too, with extra data of its own. */
export async function startLabTest(
  deps: NeededDeps & Pick<Deps, 'queue' | 'clouds'>,
  by: AuditActor,
  slug: string,
  given: Record<string, string>,
) {
  const lab = await findLabBySlug(deps.db, slug)
  return present(deps, lab, await tests.startLabTest(deps, by, lab, readValues(lab, given)))
}

export async function endLabTest(deps: NeededDeps & Pick<Deps, 'queue' | 'clouds'>, by: AuditActor, slug: string) {
  const lab = await findLabBySlug(deps.db, slug)
  return present(deps, lab, await tests.endLabTest(deps, by, lab))
}

/** Compares like a learner's flag, and writes only into the test itself: no try, no points, no progress. */
export async function submitTestFlag(
  deps: NeededDeps & Pick<Deps, 'clock'>,
  { actor, address }: AuditActor,
  { slug, id }: { slug: string; id: string },
  value: string,
) {
  const { db, clock } = deps
  const lab = await findLabBySlug(db, slug)
  const { flag } = await queries.findLabFlag(db, id)
  if (flag.lab_id !== lab.id) throw queries.flagNotFound()
  const key = `flag:${flag.id}:account:${actor.id}`
  const limit = { key, max: MAX_ATTEMPTS_PER_MINUTE, seconds: 60, now: clock.now() }
  assertAttemptLeft(deps, await takeAttempt(db, limit, null), MAX_ATTEMPTS_PER_MINUTE)
  const test = await tests.findLatestTest(db, actor.id, lab.id)
  if (test?.state !== 'running') throw new ApiError('conflict', 'Start the test first: the flags are inside the lab.')
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
  return present(deps, lab, await tests.findLatestTest(db, actor.id, lab.id))
}

async function present(
  deps: NeededDeps,
  lab: LabRow,
  test: Awaited<ReturnType<typeof tests.findLatestTest>>,
): Promise<Accepted<'labTest'>> {
  const flags = await queries.listTestableFlags(deps.db, lab.id)
  return {
    deployment: test ? await presentDeployment(deps, test) : null,
    flags: flags.map((flag) => ({ ...flag, solved: test?.test?.solved.includes(flag.id) ?? false })),
    extra_fields: lab.extra_fields.map((field) => ({ ...field, choices: field.choices ?? [] })),
  }
}
