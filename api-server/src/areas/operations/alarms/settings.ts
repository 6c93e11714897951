import { operations } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import { listIdsByUsername } from '../../platform/auth/index.ts'
import { insertDelivery, readDeliveries } from './delivery-queries.ts'
import { isOnDuty } from './roster.ts'
import { findSettings, listCandidates, listRoster, replaceRoster, saveSettings } from './settings-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'alarmWebhook'>

/** On-call roster, pool thresholds, and the status of the webhook. */
export async function readSettings(
  { db, clock, alarmWebhook }: NeededDeps,
  caller: CurrentUser,
): Promise<Accepted<'alarmSettings'>> {
  const now = clock.now()
  const settings = await findSettings(db)
  const roster = await listRoster(db)
  return {
    ...settings,
    roster: roster.map((entry) => ({ ...entry, is_on_duty: entry.can_be_called && isOnDuty(entry, now) })),
    candidates: await listCandidates(db),
    webhook: alarmWebhook && { host: alarmWebhook.host, ...(await readDeliveries(db)) },
    allowed: allowedAmong({
      update: mayCall(operations.updateAlarmSettings, caller),
      test: alarmWebhook !== null && mayCall(operations.testAlarmWebhook, caller),
    }),
  }
}

export async function updateSettings(
  deps: NeededDeps,
  { actor, address }: AuditActor,
  { version, roster, pool_low }: Output<'alarmSettingsEdit'>,
): Promise<Accepted<'alarmSettings'>> {
  await deps.db.transaction(async (tx) => {
    const before = { ...(await findSettings(tx)), roster: (await listRoster(tx)).map(entryOf) }
    if (before.version !== version || !(await saveSettings(tx, { version, pool_low }))) throw stale()
    const callable = new Map(
      [...(await listRoster(tx)), ...(await listCandidates(tx))].map((one) => [one.id, one.username]),
    )
    const ids = await listIdsByUsername(
      tx,
      roster.map(({ username }) => username),
    )
    const entries = roster.map(({ username: name, ...hours }, position) => {
      const user_id = ids.get(name) ?? ''
      if (!callable.has(user_id)) throw invalidField('roster', `${name} is no administrator who can be called`)
      return { user_id, position, ...hours }
    })
    if (new Set(entries.map(({ user_id }) => user_id)).size < entries.length)
      throw invalidField('roster', 'Each person stands in the roster once')
    await replaceRoster(tx, entries)
    await recordAudit(tx, {
      actor,
      address,
      action: 'alarms.update_settings',
      subject,
      before: { pool_low: before.pool_low, roster: before.roster },
      after: {
        pool_low,
        roster: entries.map(({ user_id, ...entry }) => entryOf({ ...entry, username: callable.get(user_id) ?? '' })),
      },
    })
  })
  return readSettings(deps, actor)
}

const entryOf = ({ username, from_hour, until_hour }: { username: string; from_hour: number; until_hour: number }) => ({
  username,
  from_hour,
  until_hour,
})

/** Sends a test delivery. Its result appears in the settings. */
export async function testWebhook({ db, clock, alarmWebhook }: NeededDeps, { actor, address }: AuditActor) {
  if (!alarmWebhook) throw new ApiError('conflict', 'No webhook is set up: ALARM_WEBHOOK_URL names one.')
  await db.transaction(async (tx) => {
    await insertDelivery(tx, JSON.stringify({ event: 'test', at: clock.now().toISOString() }))
    await recordAudit(tx, { actor, address, action: 'alarms.test_webhook', subject })
  })
}

const subject = { type: 'alarm_settings', id: 'alarms' }
const stale = () =>
  new ApiError('stale_version', 'Somebody else changed these settings in the meantime. Please reload them.')
