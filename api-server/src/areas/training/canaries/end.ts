import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { saveHealth } from '../../catalogue/labs/service.ts'
import { ringAlarms } from '../../clouds/cloud-accounts/ring-alarms.ts'
import * as queries from './queries.ts'

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
  await saveHealth(tx, run.lab_id, healthAfter(run, run.ended_at))
  await ringAlarms(tx, deps)
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

/** Name of a step, to follow “it failed at”. */
const stepName = (step: string | null) => steps[step ?? ''] ?? `the flag ${step}`
