import type { StageRecord } from '../db/schema/index.ts'
import { after, createRandom, MINUTE, SECOND } from './random.ts'
import type { Lease, Rows } from './rows.ts'

/** An ended deployment, with its account if it got one. */
export function deploymentRow(lease: Lease, account: string | null): Rows['deployments'][number] {
  const { stages, minutes, reason, queued_at, ...rest } = lease
  const built = buildSeconds(lease)
  const running_at = account && reason !== 'failed' ? after(queued_at, built * SECOND) : null
  const ended_at = !account
    ? after(queued_at, 14 * MINUTE)
    : after(queued_at, built * SECOND + (running_at ? Math.round(minutes * 60) * SECOND : 0))
  const ends_at = running_at ? after(running_at, lease.duration_seconds * SECOND) : null
  return {
    ...rest,
    reason,
    state: 'ended',
    cloud_account_id: account,
    message: MESSAGES[reason] ?? null,
    module_version: '1.0.0',
    stages: account ? stageRecords(lease, built) : [],
    credentials_revoked_at: running_at ? ended_at : null,
    cost_reset: reason === 'reset',
    misses: reason === 'unclaimed' ? 2 : 0,
    queued_at,
    present_at: queued_at,
    running_at,
    applied_at: running_at,
    ends_at,
    hard_deadline_at: ends_at && after(ends_at, 60 * MINUTE),
    created_at: queued_at,
    ended_at,
  }
}

/** The stages share the build time; a failed build stops in the last but one. */
function stageRecords({ stages, queued_at, reason }: Lease, built: number): StageRecord[] {
  const share = (built - 3) / stages.length
  const broken = reason === 'failed' ? stages.length - 2 : stages.length
  return stages.map(({ name, resources }, place) => {
    if (place > broken) return { name, state: 'waiting', started_at: null, ended_at: null, log: [] }
    const started_at = after(queued_at, (3 + place * share) * SECOND).toISOString()
    const ended_at = after(queued_at, (3 + (place + 1) * share) * SECOND).toISOString()
    const log = resources.map(({ type, name: resource }) => `${type} ${resource}: created`)
    if (place < broken) return { name, state: 'done', started_at, ended_at, log }
    return { name, state: 'failed', started_at, ended_at, log: ['The provider answered: insufficient capacity.'] }
  })
}

const MESSAGES: Partial<Record<Lease['reason'], string>> = {
  failed: 'The provider refused to start the machine: no capacity in this zone. This cost you no reset.',
  abuse: 'Ended by an administrator: the account was used for something else than the lab.',
  unclaimed: 'An account was free for you twice, and the page was closed both times.',
  administrator: 'Ended by an administrator, because the provider announced maintenance.',
  spend: 'Ended because it spent more than this lab may.',
}

export function buildSeconds({ id }: Lease): number {
  return createRandom(`building ${id}`).whole(45, 150)
}
