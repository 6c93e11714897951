import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../deps.ts'
import { findAccount } from '../cloud-accounts/queries.ts'
import { findLabAccess } from '../labs/access-queries.ts'
import * as queries from './queries.ts'
import * as waiting from './queue-queries.ts'

/** What an account takes to come back once a lab ended, for estimates. */
const CLEANING_SECONDS = 120

/** Extending opens in the last quarter of the time. */
export const lastPartSeconds = (durationSeconds: number) => Math.round(durationSeconds / 4)

/** A deployment as its learner sees it; credentials are opened for its owner, and while it runs only. */
export async function describeDeployment(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  row: queries.DeploymentRow,
): Promise<Accepted<'deployment'>> {
  const lab = await queries.findLab(db, row.lab_id ?? '')
  const account = row.cloud_account_id ? await findAccount(db, row.cloud_account_id) : undefined
  const mine = await findLabAccess(db, row.user_id, lab.id)
  const running = row.state === 'running'
  return {
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
      running && row.credentials_sealed ? JSON.parse(secrets.open('credentials', row.id, row.credentials_sealed)) : [],
    outputs: running ? row.outputs : {},
    created_at: row.created_at,
    running_at: row.running_at,
    ends_at: row.ends_at,
    hard_deadline_at: row.hard_deadline_at,
    extensions_left: Math.max(0, lab.extensions - row.extensions_used),
    resets_left: Math.max(0, lab.resets - (mine?.resets_used ?? 0)),
    extend_from:
      running && row.ends_at ? new Date(row.ends_at.getTime() - lastPartSeconds(row.duration_seconds) * 1000) : null,
    ended_at: row.ended_at,
  }
}

async function placeOf(db: Deps['db'], row: queries.DeploymentRow) {
  const place = await waiting.findPlace(db, row)
  const waits = await waiting.listWaits(db, row.cloud, CLEANING_SECONDS)
  return { place, estimate_seconds: waits[Math.min(place, waits.length) - 1] ?? null }
}
