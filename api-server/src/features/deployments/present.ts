import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../deps.ts'
import { listAccountsById } from '../cloud-accounts/pool.ts'
import { labNotFound, listLabs, listLearnerLabs } from '../labs/service.ts'
import type * as queries from './queries.ts'
import { estimateWait, secondsOfUse, secondsUntilFree } from './queue-estimate.ts'
import * as queueQueries from './queue-queries.ts'

/** Labs can be extended in the last quarter of their time. */
export const lastPartSeconds = (durationSeconds: number) => Math.round(durationSeconds / 4)

export async function presentDeployment(deps: Pick<Deps, 'db' | 'secrets'>, row: queries.DeploymentRow) {
  const [presented] = await presentDeployments(deps, [row])
  if (!presented) throw new Error(`The deployment ${row.id} was not presented`)
  return presented
}

/**
 * One learner's deployments, in the given order. Credentials are decrypted for their owner only, and only while the lab
 * runs. Queue positions are queried one by one, since a learner waits in very few queues.
 */
export async function presentDeployments(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  rows: queries.DeploymentRow[],
): Promise<Accepted<'deployment'>[]> {
  const [first] = rows
  if (!first) return []
  const ids = [...new Set(rows.map((row) => row.lab_id).filter((id) => id !== null))]
  const labs = byId(await listLabs(db, ids))
  const accounts = byId(
    await listAccountsById(
      db,
      rows.map((row) => row.cloud_account_id).filter((id) => id !== null),
    ),
  )
  const learnerLabs = new Map(
    (await listLearnerLabs(db, first.user_id, ids)).map((learnerLab) => [learnerLab.lab_id, learnerLab]),
  )
  const presented: Accepted<'deployment'>[] = []
  for (const row of rows) {
    const lab = labs.get(row.lab_id ?? '')
    if (!lab) throw labNotFound()
    const account = accounts.get(row.cloud_account_id ?? '')
    const running = row.state === 'running'
    presented.push({
      id: row.id,
      lab: lab.slug,
      cloud: row.cloud,
      state: row.state,
      reason: row.reason,
      message: row.message,
      account_id: account?.account_id ?? null,
      region: account?.region ?? null,
      stages: row.stages,
      queue: row.state === 'queued' ? await queueStatusOf(db, row) : null,
      console_url: running ? row.console_url : null,
      credentials:
        running && row.credentials_sealed
          ? JSON.parse(secrets.open('credentials', row.id, row.credentials_sealed))
          : [],
      outputs: running ? row.outputs : {},
      duration_seconds: row.duration_seconds,
      created_at: row.created_at,
      running_at: row.running_at,
      ends_at: row.ends_at,
      hard_deadline_at: row.hard_deadline_at,
      extensions_left: Math.max(0, lab.extensions - row.extensions_used),
      resets_left: Math.max(0, lab.resets - (learnerLabs.get(lab.id)?.resets_used ?? 0)),
      extend_from:
        running && row.ends_at ? new Date(row.ends_at.getTime() - lastPartSeconds(row.duration_seconds) * 1000) : null,
      ended_at: row.ended_at,
    })
  }
  return presented
}

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))

async function queueStatusOf(db: Deps['db'], row: queries.DeploymentRow) {
  const ahead = await queueQueries.listAheadInQueue(db, row)
  const busy = await queueQueries.listBusyAccounts(db, row.cloud)
  const uses = ahead.filter((one) => one.is_waiting).map((one) => secondsOfUse(one.duration_seconds))
  return { place: ahead.length + 1, estimate_seconds: estimateWait(busy.map(secondsUntilFree), uses) }
}
