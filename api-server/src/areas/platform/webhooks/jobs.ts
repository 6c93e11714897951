import { consolePaths } from '@flagyard/api-types/console-links'
import { recordAudit } from '../../../audit-log/record.ts'
import { brand } from '../../../brand.ts'
import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { greeting, type OutgoingMail, prepareMail, queueMails } from '../../../mail/outbox.ts'
import * as queries from './queries.ts'
import { listDue, type WebhookRow } from './queries.ts'
import { secretsOf } from './service.ts'

type NeededDeps = Pick<Deps, 'db' | 'log' | 'clock' | 'secrets' | 'config' | 'webhookSender'>

export const webhookJobs = (deps: NeededDeps): Job<never>[] => [
  {
    name: 'webhooks.deliver',
    isDue: async () => (await listDue(deps.db)).length > 0,
    expireInSeconds: 300,
    handle: (_data, { signal }) => sendDue(deps, signal),
  },
]

/** Sends due deliveries to all receivers in parallel, so that a slow receiver does not delay the others. */
async function sendDue(deps: NeededDeps, signal: AbortSignal): Promise<void> {
  const due = await queries.listDue(deps.db)
  await Promise.all(due.map((webhook) => sendTo(deps, webhook, signal)))
}

/** Sends deliveries in turn until one fails: the receiver is then probably down, and they are retried later. */
async function sendTo(deps: NeededDeps, webhook: queries.WebhookRow, signal: AbortSignal) {
  while (!signal.aborted) {
    const delivery = await queries.claimDelivery(deps.db, webhook.id)
    if (!delivery || !(await sendOne(deps, webhook, delivery))) return
  }
}

/** Returns true if the receiver answered with a status from 200 to 299. */
async function sendOne(deps: NeededDeps, webhook: queries.WebhookRow, delivery: queries.DeliveryRow): Promise<boolean> {
  const { db, log, clock, secrets, webhookSender } = deps
  const now = clock.now()
  const { event_id, body } = delivery
  const outcome = await webhookSender
    .send({ url: webhook.url, id: event_id, body, secrets: secretsOf(secrets, webhook, now) }, now)
    .then(
      ({ status, excerpt }) => ({ status, excerpt, error: errorOf(status) }),
      (error: Error) => ({ status: null, excerpt: null, error: error.message }),
    )
  const { error } = outcome
  if (error === null) {
    await db.transaction((tx) => queries.markDelivered(tx, delivery, outcome))
    return true
  }
  log.warn({ webhook: webhook.id, delivery: delivery.id, error }, 'A webhook rejected a delivery')
  await db.transaction((tx) => queries.markFailed(tx, delivery, { ...outcome, error }))
  await stopIfFailing(deps, webhook)
  return false
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  const isRedirect = status >= 300 && status < 400
  return `The receiver answered ${status}${isRedirect ? ': redirects are not followed' : ''}`
}

/** Switches off a webhook with many failures over at least a day, and notifies its administrators. */
async function stopIfFailing({ db, config }: NeededDeps, webhook: queries.WebhookRow) {
  const keepers = await queries.listWebhookManagers(db)
  const { failures, failing_since } = webhook
  if (failures === 0 || failing_since === null) return
  const mails = await Promise.all(
    keepers.map((keeper) => prepareMail(stoppedMail({ ...webhook, failing_since }, keeper, config.publicUrl))),
  )
  await db.transaction(async (tx) => {
    const stopped = await queries.stopFailing(tx, webhook.id)
    if (!stopped) return
    await queueMails(tx, mails)
    await recordAudit(tx, {
      actor: null,
      action: 'webhooks.stop',
      subject: { type: 'webhook', id: webhook.id },
      before: { state: 'on' },
      after: { state: 'failing', failures: stopped.failures },
    })
  })
}

type WebhookManager = { id: string; email: string; full_name: string }

/** To the administrators who manage webhooks. Contains only the host of the URL, because the rest may be a secret. */
const stoppedMail = (
  { id, url, failing_since }: Pick<WebhookRow, 'id' | 'url'> & { failing_since: Date },
  to: WebhookManager,
  publicUrl: string,
): OutgoingMail => ({
  kind: 'webhook_stopped',
  to: to.email,
  userId: to.id,
  dedupeKey: `webhook:${id}:${failing_since.toISOString()}:${to.id}`,
  content: {
    subject: `We stopped sending to ${new URL(url).host}`,
    preview: 'It rejected all deliveries for more than a day.',
    heading: 'A webhook is switched off',
    paragraphs: [
      greeting(to),
      `${new URL(url).host} has rejected all deliveries since ${failing_since.toISOString().slice(0, 16).replace('T', ' ')} UTC, so we have stopped sending.`,
      'No events are lost for 30 days: once you switch it on again, the waiting deliveries are sent, and you can resend the failed ones.',
    ],
    action: { label: 'Open webhook', url: publicUrl + consolePaths.webhook(id) },
    footer: `You are receiving this e-mail because you have the finance capability or own ${brand().name}.`,
  },
})
