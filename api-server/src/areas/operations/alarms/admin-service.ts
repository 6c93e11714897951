import { operations } from '@flagyard/api-types'
import type { AuditAction } from '@flagyard/api-types/audit/actions'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit, recordAudits } from '../../../audit-log/record.ts'
import type { Db, Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { BulkAction, BulkRun, Item, Outcome } from '../../../extension-points/bulk-action.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import * as queries from './admin-queries.ts'
import { alarmLabel, alarmSource, takeAlarms, takeRefusal } from './admin-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock'>

/** Maximum length of an alarm mute, in days. To silence an alarm permanently, its rule should be fixed. */
const MAX_MUTE_DAYS = 30

export async function readAlarm(
  { db }: Pick<Deps, 'db'>,
  caller: CurrentUser,
  id: string,
): Promise<Accepted<'alarmRecord'>> {
  const row = await queries.findAlarm(db, id)
  if (!row) throw alarmNotFound()
  return { ...row, history: await queries.listEvents(db, row.id), allowed: allowedOnAlarm(row, caller) }
}

type AlarmFacts = { state: queries.AlarmState; owner: string | null }

/** Platform owners can also release alarms that another administrator has acknowledged, for example while that person is asleep. */
export function allowedOnAlarm({ state, owner }: AlarmFacts, caller: CurrentUser) {
  const isOpen = state !== 'ended'
  return allowedAmong({
    take: isOpen && owner === null && mayCall(operations.takeAlarm, caller),
    give_back:
      isOpen &&
      owner !== null &&
      (owner === caller.username || caller.capabilities.includes('owner')) &&
      mayCall(operations.giveBackAlarm, caller),
    mute: state === 'open' && mayCall(operations.muteAlarm, caller),
    unmute: state === 'muted' && mayCall(operations.unmuteAlarm, caller),
  })
}

/** Acknowledges the alarm for the caller. Fails with the owner's name if it is already acknowledged. */
export const takeAlarm = (deps: NeededDeps, by: AuditActor, id: string) =>
  change(deps, by, id, 'alarms.take', async (tx) => (await queries.takeAlarms(tx, [id], by.actor.id))[0])

export async function giveBackAlarm(deps: NeededDeps, by: AuditActor, id: string) {
  const { owner, ...row } = await findOpen(deps.db, id)
  if (!allowedOnAlarm({ ...row, owner }, by.actor).includes('give_back')) throw notOwned(owner)
  const owner_id = await queries.findOwnerId(deps.db, row.id)
  return change(deps, by, id, 'alarms.give_back', (tx) =>
    owner_id ? queries.giveBackAlarm(tx, id, owner_id, by.actor.id) : Promise.resolve(undefined),
  )
}

export async function muteAlarm(deps: NeededDeps, by: AuditActor, id: string, body: Output<'alarmMute'>) {
  const until = new Date(body.until)
  const now = deps.clock.now().getTime()
  if (until.getTime() <= now) throw invalidField('until', 'Choose a time in the future')
  if (until.getTime() > now + MAX_MUTE_DAYS * 86_400_000)
    throw invalidField('until', `An alarm can be muted for at most ${MAX_MUTE_DAYS} days`)
  const mute = { until, reason: body.reason, stays: body.stays, userId: by.actor.id }
  return change(deps, by, id, 'alarms.mute', (tx) => queries.muteAlarm(tx, id, mute), {
    after: { until: body.until, stays: body.stays },
    reason: body.reason,
  })
}

export const unmuteAlarm = (deps: NeededDeps, by: AuditActor, id: string) =>
  change(deps, by, id, 'alarms.unmute', (tx) => queries.unmuteAlarm(tx, id, by.actor.id))

/** A conditional update with its audit entry. If it changes nothing, throws the reason. */
async function change(
  { db }: NeededDeps,
  by: AuditActor,
  id: string,
  action: AuditAction,
  update: (tx: Db) => Promise<object | undefined>,
  details: { after?: object; reason?: string } = {},
) {
  const done = await db.transaction(async (tx) => {
    const row = await update(tx)
    if (row) await recordAudit(tx, { ...by, action, subject: { type: 'alarm', id }, ...details })
    return row !== undefined
  })
  if (!done) throw refusalOf(await findOpen(db, id), action)
  return readAlarm({ db }, by.actor, id)
}

async function findOpen(db: Db, id: string) {
  const row = await queries.findAlarm(db, id)
  if (!row) throw alarmNotFound()
  if (row.state === 'ended') throw new ApiError('conflict', 'This alarm has ended. There is nothing left to do.')
  return row
}

function refusalOf({ owner, state }: AlarmFacts, action: AuditAction): ApiError {
  if (action === 'alarms.take')
    return new ApiError('conflict', `${owner ?? 'Another administrator'} has acknowledged this alarm.`)
  if (action === 'alarms.give_back') return notOwned(owner)
  return new ApiError('conflict', state === 'muted' ? 'This alarm is already muted.' : 'This alarm is not muted.')
}

const notOwned = (owner: string | null) =>
  new ApiError(
    'conflict',
    owner
      ? `${owner} has acknowledged this alarm. Only they and owners can release it.`
      : 'No one has acknowledged this alarm.',
  )
const alarmNotFound = () => new ApiError('not_found', 'This alarm does not exist.')

export const alarmBulkActions = {
  'alarms.take': {
    source: alarmSource,
    resourceName: 'alarm',
    label: alarmLabel,
    refusal: () => takeRefusal,
    chunk: 100,
    apply: take,
  },
} satisfies Record<string, BulkAction>

async function take(tx: Tx, items: Item[], { actor, address, jobId }: BulkRun): Promise<Outcome[]> {
  const ids = items.map(({ id }) => id)
  const taken = await takeAlarms(tx, ids, actor.id)
  await recordAudits(
    tx,
    taken.map(({ id }) => ({ actor, address, jobId, action: 'alarms.take', subject: { type: 'alarm', id } })),
  )
  return taken.map(({ id, sentence }) => ({ id, message: sentence }))
}
