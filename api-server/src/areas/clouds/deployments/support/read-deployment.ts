import { operations } from '@flagyard/api-types'
import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'
import { findHoldersAround } from '../../cloud-accounts/index.ts'
import { readPositions } from '../queue/positions.ts'
import { findAccountState, findDetails, listMoments } from './queries.ts'

/** A deployment for administrators: messages and logs as the learner sees them, and the account's previous and next holders. */
export async function readDeployment(
  { db, tenants }: Pick<Deps, 'db' | 'tenants'>,
  caller: CurrentUser,
  id: string,
): Promise<Accepted<'deploymentRecord'>> {
  const row = await findDetails(db, id)
  const { flags_solved: solved, flags_total: total, cloud_account_id } = row
  const [standings, account, moments, holders] = await Promise.all([
    row.state === 'queued' ? readPositions(db, [row.cloud]) : new Map<string, never>(),
    findAccountState(db, row.id),
    readHistory(db, row),
    cloud_account_id ? findHoldersAround({ db, tenants }, cloud_account_id, row.id) : null,
  ])
  return {
    ...row,
    queue: standings.get(row.id) ?? null,
    flags: row.lab || row.exam ? { solved, total } : null,
    account,
    history: moments,
    holders,
    allowed: allowedOnDeployment(row, caller),
  }
}

type Row = Awaited<ReturnType<typeof findDetails>>
type Moment = Accepted<'deploymentMoment'>

/** Events are retained for a month. For older deployments, the timeline is derived from the columns for creation, start and end. */
async function readHistory(db: Db, row: Row): Promise<Moment[]> {
  const moments = (await listMoments(db, row.id)).flatMap(({ at, kind, data }) => {
    const moment = toMoment(at, kind, (data ?? {}) as EventData)
    return moment ? [moment] : []
  })
  if (moments.length > 0) return moments
  return [
    { ...nothing, at: row.created_at, state: 'queued' as const },
    ...(row.running_at ? [{ ...nothing, at: row.running_at, state: 'running' as const }] : []),
    ...(row.ended_at ? [{ ...nothing, at: row.ended_at, state: 'ended' as const, reason: row.reason }] : []),
  ]
}

const nothing = { kind: 'state', state: null, reason: null, stage: null, ends_at: null, minutes: null } as const

interface EventData {
  name?: string
  state?: never
  reason?: never
  ends_at?: string
  minutes?: number
}

function toMoment(at: Date, kind: string, { name, state, reason, ends_at, minutes }: EventData): Moment | undefined {
  switch (kind) {
    case 'state':
      return { ...nothing, at, state: state ?? null, reason: reason ?? null }
    case 'stage':
      return { ...nothing, at, kind, stage: name && state ? { name, state } : null }
    case 'extended':
      return { ...nothing, at, kind, ends_at: ends_at ?? null }
    case 'warning':
      return { ...nothing, at, kind, minutes: minutes ?? null }
    default:
      return undefined
  }
}

/** Actions this administrator may take on the deployment now, based on the same refusals as the API calls. */
export const allowedOnDeployment = (
  row: Record<'end_refusal' | 'retry_refusal' | 'hold_refusal', string | null>,
  caller: CurrentUser,
) =>
  allowedAmong({
    end: row.end_refusal === null && mayCall(operations.endDeployment, caller),
    retry: row.retry_refusal === null && mayCall(operations.retryDeployment, caller),
    hold: row.hold_refusal === null && mayCall(operations.holdDeployment, caller),
  })
