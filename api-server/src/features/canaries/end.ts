import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { ringAlarms } from '../cloud-accounts/ring-alarms.ts'
import { saveHealth } from '../labs/service.ts'
import * as queries from './queries.ts'

export type Decision = NonNullable<Parameters<typeof queries.finish>[2]>

/** Ends a run whose lab has ended, and says of the lab what it found out. Replay: a run that has ended is left alone. */
export async function endRun(
  tx: Db,
  deps: Pick<Deps, 'queue'>,
  { id, lab_id }: Pick<queries.OpenRun, 'id' | 'lab_id'>,
  late: Decision | null = null,
): Promise<void> {
  const run = await queries.finish(tx, id, late)
  // That somebody stopped it says nothing about the lab.
  if (!run?.ended_at || run.outcome === 'stopped') return
  const ok = run.outcome === 'solved'
  const message = ok ? '' : stepName(run.failed_step)
  await saveHealth(tx, lab_id, { ok, at: run.ended_at.toISOString(), message })
  await ringAlarms(tx, deps)
}

const steps: Record<string, string> = {
  extra_data: 'the extra data',
  build: 'the build',
  console: 'the console',
  time: 'its time',
  end: 'its end',
}

/** A step as it stands after “it failed at”. */
const stepName = (step: string | null) => steps[step ?? ''] ?? `the flag ${step}`
