import { randomUUID } from 'node:crypto'
import type { CanaryScript } from '@flagyard/api-types'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { checkAlarmsNow } from '../../../extension-points/alarm-rule.ts'
import { type ExamRow, saveExamHealth } from '../../catalogue/exams/index.ts'
import { findLatestRevision } from '../../catalogue/revisions/index.ts'
import { compareFlag } from '../lab-work/index.ts'
import { openEphemeralRehearsal } from '../shell/index.ts'
import * as queries from './queries.ts'
import { type Decision, healthAfter } from './run.ts'
import { findAnswer, followScript, StepFailed, scriptShellOf } from './script.ts'

type NeededDeps = Pick<Deps, 'clock' | 'db' | 'secrets' | 'queue'>

/** Reason why the canary cannot test an exam. */
export function refusalOf({ status, canary, module_stages }: ExamRow): string | null {
  if (status !== 'published') return 'Only a published exam can be tested.'
  if (!canary) return 'This exam has no script, so it has no canary.'
  if (module_stages.length === 0) return 'The module of this exam has no simulated twin, so it has no canary.'
  return null
}

interface Run {
  byHand: boolean
  /** Runs in the transaction that stores the result. */
  record?(tx: Db): Promise<void>
}

/**
 * Runs the script of an exam in a rehearsal account: without an attempt, a deployment or an account of the pool. Answers are checked like a
 * candidate's. Writes one row for the run and the health of the exam.
 */
export async function tryExam(deps: NeededDeps, exam: ExamRow, { byHand, record }: Run): Promise<void> {
  const decision = exam.canary ? await solveExam(deps, exam, exam.canary) : null
  if (!decision) return
  await deps.db.transaction(async (tx) => {
    const revision = (await findLatestRevision(tx, { kind: 'exams', id: exam.id }))?.number ?? null
    const { id: exam_id, module_version } = exam
    const run = await queries.insertExamRun(tx, { ...decision, exam_id, by_hand: byHand, revision, module_version })
    await saveExamHealth(tx, exam_id, healthAfter(run, run.ended_at))
    await record?.(tx)
    await checkAlarmsNow(tx, deps)
  })
}

/** Maximum duration of a canary run of an exam, in seconds. After that, the exam counts as unsolvable. */
const SECONDS_TO_SOLVE = 30

async function solveExam(deps: NeededDeps, exam: ExamRow, script: CanaryScript): Promise<Decision> {
  const flags = await queries.listFlags(deps.db, exam.id)
  // A random id without a real deployment, so that its flags are worthless elsewhere.
  const id = randomUUID()
  const late = AbortSignal.timeout(SECONDS_TO_SOLVE * 1000)
  const { failed } = await followScript(script, async () => {
    const { outputs, seen, run } = openEphemeralRehearsal(
      deps,
      { lab: exam, flags },
      { id, address_variable: exam.address_variable },
    )
    const shell = scriptShellOf(run)
    return {
      what: 'exam',
      flags,
      find: (answer) => (answer.commands ? shell(answer.flag, answer.commands) : findAnswer(answer, { outputs }, seen)),
      isRight: (flag, value) => compareFlag(deps, { flag, userId: id, deploymentIds: [id] }, value).correct,
      isNeeded: () => true,
      signal: late,
    }
  }).catch((error: unknown) => {
    if (late.aborted) return { failed: new StepFailed('time', `It was not solved within ${SECONDS_TO_SOLVE} seconds.`) }
    throw error
  })
  return failed
    ? { outcome: 'failed', failed_step: failed.step, message: failed.message }
    : { outcome: 'solved', failed_step: null, message: null }
}

export const hasDueExams = async ({ db }: Pick<Deps, 'db'>) => (await queries.listDueExams(db)).length > 0

/** Tests every exam that is due. Safe to retry: tested exams are not found again. */
export async function tryDueExams(deps: NeededDeps, signal: AbortSignal): Promise<void> {
  for (const exam of await queries.listDueExams(deps.db)) {
    signal.throwIfAborted()
    await tryExam(deps, exam, { byHand: false })
  }
}
