import { randomUUID } from 'node:crypto'
import { operations } from '@flagyard/api-types'
import type { AuditAction } from '@flagyard/api-types/audit/actions'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Tx } from '../../../db/open.ts'
import { isUniqueViolation } from '../../../db/pg-errors.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import * as queries from './admin-queries.ts'
import type { WebhookRow } from './queries.ts'
import { newSecret, queueTestWebhook, sealSecret } from './service.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'webhookSender' | 'clock'>

/** Maximum number of webhooks. Each is written to in the transaction of every event. */
const MAX_WEBHOOKS = 20

export const allowedOnWebhook = ({ state }: { state: queries.WebhookState }, caller: CurrentUser) =>
  allowedAmong({
    update: mayCall(operations.updateWebhook, caller),
    delete: mayCall(operations.deleteWebhook, caller),
    rotate: mayCall(operations.rotateWebhookSecret, caller),
    test: state === 'on' && mayCall(operations.testWebhook, caller),
    replay: state === 'on' && mayCall(operations.replayWebhook, caller),
  })

export const allowedOnDelivery = ({ state }: { state: string }, caller: CurrentUser) =>
  allowedAmong({
    replay: (state === 'delivered' || state === 'failed') && mayCall(operations.replayWebhookDelivery, caller),
  })

async function readWebhook({ db }: Pick<Deps, 'db'>, caller: CurrentUser, id: string): Promise<Accepted<'webhook'>> {
  const row = await queries.findWebhook(db, id)
  if (!row) throw webhookNotFound()
  return { ...row, allowed: allowedOnWebhook(row, caller) }
}

/** The secret is only in this response. Repeated calls fail because the URL is taken. */
export async function createWebhook(
  deps: NeededDeps,
  by: AuditActor,
  { is_on, ...fields }: Output<'webhookInput'>,
): Promise<Accepted<'webhookSecret'>> {
  assertReachable(deps, fields.url)
  const id = randomUUID()
  const secret = newSecret()
  await asUnique(() =>
    deps.db.transaction(async (tx) => {
      if ((await queries.countWebhooks(tx)) >= MAX_WEBHOOKS)
        throw new ApiError('conflict', `There can be at most ${MAX_WEBHOOKS} webhooks. Remove one first.`)
      await queries.insertWebhook(tx, { id, ...fields, is_on, secret_sealed: sealSecret(deps.secrets, id, secret) })
      const after = { ...shownOf(fields), is_on }
      await recordAudit(tx, { ...by, action: 'webhooks.create', subject: subject(id), after })
    }),
  )
  return { ...(await readWebhook(deps, by.actor, id)), secret }
}

/** Switching a webhook on again resets its failures and sends the waiting deliveries. */
export async function updateWebhook(
  deps: NeededDeps,
  by: AuditActor,
  id: string,
  { version, ...edit }: Output<'webhookEdit'>,
): Promise<Accepted<'webhook'>> {
  if (edit.url !== undefined) assertReachable(deps, edit.url)
  return asUnique(() =>
    change(deps, by, id, version, 'webhooks.update', async (tx, before) => {
      const keys = (Object.keys(edit) as (keyof typeof edit)[]).filter((key) => isDifferent(edit[key], before[key]))
      if (keys.length === 0) return null
      const isSwitched = keys.includes('is_on') || (edit.is_on === false && before.is_failing)
      await queries.updateWebhook(tx, id, {
        ...edit,
        ...(isSwitched && { is_failing: false, failures: 0, failing_since: null }),
      })
      const pick = (row: typeof edit) => shownOf(Object.fromEntries(keys.map((key) => [key, row[key]])))
      return { before: pick(before), after: pick(edit) }
    }),
  )
}

const isDifferent = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

export const deleteWebhook = ({ db }: NeededDeps, by: AuditActor, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const before = await queries.lockWebhook(tx, id)
    if (!before) throw webhookNotFound()
    await queries.deleteWebhook(tx, before.id)
    const { url, description, events } = before
    await recordAudit(tx, {
      ...by,
      action: 'webhooks.delete',
      subject: subject(id),
      before: shownOf({ url, description, events }),
    })
  })

export async function rotateSecret(
  deps: NeededDeps,
  by: AuditActor,
  id: string,
  { version }: Output<'webhookRotation'>,
): Promise<Accepted<'webhookSecret'>> {
  const secret = newSecret()
  const row = await change(deps, by, id, version, 'webhooks.rotate', async (tx, before) => {
    await queries.rotate(tx, before, sealSecret(deps.secrets, before.id, secret))
    return {}
  })
  return { ...row, secret }
}

/** Queues a test event like any other event. Its result is shown among the deliveries. */
export async function testWebhook({ db, clock }: NeededDeps, by: AuditActor, id: string) {
  await db.transaction(async (tx) => {
    const row = await lockEnabled(tx, id)
    await queueTestWebhook(tx, row.id, clock.now())
    await recordAudit(tx, { ...by, action: 'webhooks.test', subject: subject(row.id) })
  })
}

export const replayWebhook = (
  { db }: NeededDeps,
  by: AuditActor,
  id: string,
  { since }: Output<'webhookReplay'>,
): Promise<Accepted<'webhookReplayed'>> =>
  db.transaction(async (tx) => {
    const row = await lockEnabled(tx, id)
    const count = await queries.replayFailed(tx, row.id, new Date(since))
    await recordAudit(tx, { ...by, action: 'webhooks.replay', subject: subject(row.id), after: { since, count } })
    return { count }
  })

export async function replayDelivery(
  { db }: NeededDeps,
  by: AuditActor,
  id: string,
): Promise<Accepted<'webhookDelivery'>> {
  await db.transaction(async (tx) => {
    const found = await queries.findDelivery(tx, id)
    if (!found) throw new ApiError('not_found', 'This delivery does not exist. Deliveries are stored for 30 days.')
    await lockEnabled(tx, found.webhook_id)
    if (!(await queries.replayDelivery(tx, id))) throw new ApiError('conflict', 'This delivery is already in progress.')
    await recordAudit(tx, {
      ...by,
      action: 'webhooks.replay',
      subject: subject(found.webhook_id),
      after: { event: found.event, event_id: found.event_id },
    })
  })
  const row = await queries.findDelivery(db, id)
  if (!row) throw new ApiError('not_found', 'This delivery was just removed.')
  return { ...row, allowed: allowedOnDelivery(row, by.actor) }
}

/** Locks a webhook, checks its version, changes it, and records the change in the audit log. */
async function change(
  { db }: NeededDeps,
  by: AuditActor,
  id: string,
  version: number,
  action: AuditAction,
  act: (tx: Tx, before: WebhookRow) => Promise<{ before?: object; after?: object } | null>,
) {
  await db.transaction(async (tx) => {
    const before = await queries.lockWebhook(tx, id)
    if (!before) throw webhookNotFound()
    if (before.version !== version)
      throw new ApiError('stale_version', 'Someone else changed this webhook in the meantime. Please reload it.')
    const changes = await act(tx, before)
    if (changes) await recordAudit(tx, { ...by, action, subject: subject(id), ...changes })
  })
  return readWebhook({ db }, by.actor, id)
}

async function lockEnabled(tx: Tx, id: string): Promise<WebhookRow> {
  const row = await queries.lockWebhook(tx, id)
  if (!row) throw webhookNotFound()
  if (!row.is_on) throw new ApiError('conflict', 'This webhook is off. Switch it on first.')
  return row
}

function assertReachable({ webhookSender }: Pick<Deps, 'webhookSender'>, url: string) {
  if (!webhookSender.accepts(url))
    throw invalidField('url', 'This address is not on the public internet, so we cannot send to it')
}

async function asUnique<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (isUniqueViolation(error, 'webhooks_url'))
      throw invalidField('url', 'There is already a webhook for this address')
    throw error
  }
}

/** The audit log contains only the host of a URL, because the rest may be a secret of the receiver. */
const shownOf = <Fields extends { url?: string | undefined }>({ url, ...fields }: Fields) => ({
  ...(url !== undefined && { host: new URL(url).host }),
  ...fields,
})
const subject = (id: string) => ({ type: 'webhook', id })
const webhookNotFound = () => new ApiError('not_found', 'There is no such webhook.')
