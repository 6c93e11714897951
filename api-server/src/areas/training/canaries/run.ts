import type { Db, Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import { checkAlarmsNow } from '../../../extension-points/alarm-rule.ts'
import { findLab, type LabRow, saveLabHealth } from '../../catalogue/labs/index.ts'
import { findLatestRevision } from '../../catalogue/revisions/index.ts'
import { readSnapshot, startCanaryLab } from '../../clouds/deployments/index.ts'
import { ensureCanaryAccount } from '../../platform/auth/index.ts'
import { readExtraData } from '../lab-work/index.ts'
import * as queries from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'clouds'>
type RunFacts = Awaited<ReturnType<typeof queries.findRunFacts>>

/** Reason why the canary cannot test a lab now, other than a lack of free accounts. */
export function refusalOf(
  lab: Pick<LabRow, 'status' | 'canary'>,
  { monthly_runs }: Pick<queries.Settings, 'monthly_runs'>,
  { is_open, runs_this_month }: Pick<RunFacts, 'is_open' | 'runs_this_month'>,
): string | null {
  if (lab.status !== 'published') return 'Only a published lab can be tested.'
  if (!lab.canary) return 'This lab has no script for the canary.'
  if (is_open) return 'The canary is already testing this lab.'
  if (runs_this_month >= monthly_runs) return `Its limit for this month is reached: ${monthly_runs}.`
  return null
}

/**
 * Starts a run of a lab. Concurrent starts are serialised by the lock on the settings, and the second one finds an open run. If it throws, the
 * caller's transaction is rolled back.
 */
export async function beginRun(tx: Tx, deps: NeededDeps, labId: string, { byHand }: { byHand: boolean }) {
  const settings = await queries.lockSettings(tx, labId)
  const facts = await queries.findRunFacts(tx, labId, settings)
  const run = await readSnapshot(tx, labId, null)
  const lab = await findLab(tx, { id: labId })
  const refusal = refusalOf(lab, settings, facts)
  if (refusal) throw new ApiError('conflict', refusal)
  if (!byHand && !(settings.enabled && facts.is_rested)) throw new ApiError('conflict', 'It is not due.')
  const begun = {
    id: crypto.randomUUID(),
    lab_id: labId,
    by_hand: byHand,
    module_version: run.lab.module_version,
    revision: (await findLatestRevision(tx, { kind: 'labs', id: labId }))?.number ?? null,
  }
  const filled = fillIn(run.lab)
  if ('problem' in filled) {
    await queries.insertRun(tx, begun)
    await endRun(tx, deps, begun, { outcome: 'failed', failed_step: 'extra_data', message: filled.problem })
    return
  }
  const userId = await ensureCanaryAccount(tx)
  const deployment = await startCanaryLab(tx, deps, { userId, labId, run, values: filled.values })
  if (!deployment) throw new ApiError('conflict', NO_ROOM)
  await queries.insertRun(tx, { ...begun, deployment_id: deployment.id })
}

export const NO_ROOM =
  'No account of this cloud is free for the canary now: learners and booked exams go first. Try again later.'

/** Values that the script enters as extra data, validated like a learner's. */
export function fillIn(lab: Pick<LabRow, 'canary' | 'extra_fields'>) {
  try {
    return { values: readExtraData(lab, lab.canary?.extra_data ?? {}) }
  } catch (error) {
    if (error instanceof ApiError) return { problem: error.message }
    throw error
  }
}

export type Decision = NonNullable<Parameters<typeof queries.finish>[2]>

/** Ends a run whose lab has ended and updates the health of the lab. Safe to retry: an ended run is skipped. */
export async function endRun(
  tx: Db,
  deps: Pick<Deps, 'queue'>,
  { id }: Pick<queries.OpenRun, 'id'>,
  late: Decision | null = null,
): Promise<void> {
  const run = await queries.finish(tx, id, late)
  // A run stopped by a person says nothing about the lab.
  if (!run?.lab_id || !run.ended_at || run.outcome === 'stopped') return
  await saveLabHealth(tx, run.lab_id, healthAfter(run, run.ended_at))
  await checkAlarmsNow(tx, deps)
}

/** Health of the tested lab or exam according to a run. */
export function healthAfter({ outcome, failed_step }: Pick<Decision, 'outcome' | 'failed_step'>, at: Date) {
  const ok = outcome === 'solved'
  return { ok, at: at.toISOString(), message: ok ? '' : stepName(failed_step ?? null) }
}

const steps: Record<string, string> = {
  extra_data: 'the extra data',
  build: 'the build',
  console: 'the console',
  time: 'its time',
  end: 'its end',
}

const stepName = (step: string | null) => steps[step ?? ''] ?? `the flag ${step}`
