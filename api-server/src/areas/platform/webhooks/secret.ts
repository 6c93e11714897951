import { randomBytes } from 'node:crypto'
import { newWebhookSecret } from '../../../integrations/webhook-sender.ts'
import type { Secrets } from '../../../secrets.ts'
import type { WebhookRow } from './queries.ts'

export const newSecret = () => newWebhookSecret(randomBytes(32))

export const sealSecret = (secrets: Pick<Secrets, 'seal'>, webhookId: string, secret: string) =>
  secrets.seal('webhook-secret', webhookId, secret)

/** Secrets that sign now: the current one, and the previous one while it is valid. */
export function secretsOf(
  secrets: Pick<Secrets, 'open'>,
  { id, secret_sealed, old_secret_sealed, old_secret_until }: WebhookRow,
  now: Date,
): string[] {
  const isOldGood = old_secret_sealed !== null && old_secret_until !== null && now < old_secret_until
  return [secret_sealed, ...(isOldGood ? [old_secret_sealed] : [])].map((sealed) =>
    secrets.open('webhook-secret', id, sealed),
  )
}
