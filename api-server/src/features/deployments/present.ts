import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../deps.ts'
import { listAccountsById } from '../cloud-accounts/pool.ts'
import { listLabAccess } from '../labs/access-queries.ts'
import * as queries from './queries.ts'
import * as waiting from './queue-queries.ts'

/** What an account takes to come back once a lab ended, for estimates. */
const CLEANING_SECONDS = 120

/** Extending opens in the last quarter of the time. */
export const lastPartSeconds = (durationSeconds: number) => Math.round(durationSeconds / 4)

/** A deployment as its learner sees it. */
export async function describeDeployment(deps: Pick<Deps, 'db' | 'secrets'>, row: queries.DeploymentRow) {
  const [described] = await describeDeployments(deps, [row])
  if (!described) throw new Error(`The deployment ${row.id} was not described`)
  return described
}

/**
 * One learner's deployments, in the order given; credentials are opened for their owner, and while they run only. A place in
 * the queue is asked for one by one: a learner waits with very few at once.
 */
export async function describeDeployments(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  rows: queries.DeploymentRow[],
): Promise<Accepted<'deployment'>[]> {
  const [first] = rows
  if (!first) return []
  const ids = [...new Set(rows.map((row) => row.lab_id).filter((id) => id !== null))]
  const labs = byId(await queries.listLabs(db, ids))
  const accounts = byId(
    await listAccountsById(
      db,
      rows.map((row) => row.cloud_account_id).filter((id) => id !== null),
    ),
  )
  const access = new Map((await listLabAccess(db, first.user_id, ids)).map((mine) => [mine.lab_id, mine]))
  const described: Accepted<'deployment'>[] = []
  for (const row of rows) {
    const lab = labs.get(row.lab_id ?? '')
    if (!lab) throw queries.noLab()
    const account = accounts.get(row.cloud_account_id ?? '')
    const running = row.state === 'running'
    described.push({
      id: row.id,
      lab: lab.slug,
      cloud: row.cloud,
      state: row.state,
      reason: row.reason,
      message: row.message,
      account_id: account?.account_id ?? null,
      region: account?.region ?? null,
      stages: row.stages,
      queue: row.state === 'queued' ? await placeOf(db, row) : null,
      console_url: running ? row.console_url : null,
      credentials:
        running && row.credentials_sealed
          ? JSON.parse(secrets.open('credentials', row.id, row.credentials_sealed))
          : [],
      outputs: running ? row.outputs : {},
      created_at: row.created_at,
      running_at: row.running_at,
      ends_at: row.ends_at,
      hard_deadline_at: row.hard_deadline_at,
      extensions_left: Math.max(0, lab.extensions - row.extensions_used),
      resets_left: Math.max(0, lab.resets - (access.get(lab.id)?.resets_used ?? 0)),
      extend_from:
        running && row.ends_at ? new Date(row.ends_at.getTime() - lastPartSeconds(row.duration_seconds) * 1000) : null,
      ended_at: row.ended_at,
    })
  }
  return described
}

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))

async function placeOf(db: Deps['db'], row: queries.DeploymentRow) {
  const place = await waiting.findQueuePosition(db, row)
  const waits = await waiting.listSecondsUntilFree(db, row.cloud, CLEANING_SECONDS)
  return { place, estimate_seconds: waits[Math.min(place, waits.length) - 1] ?? null }
}
