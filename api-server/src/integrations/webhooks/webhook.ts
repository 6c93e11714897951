import { createHmac } from 'node:crypto'
import type { Config } from '../../config.ts'
import { post } from './post.ts'

export interface Webhook {
  /** Host only: the rest of the address may be a secret. */
  host: string
  /** Resolves when the receiver has accepted the alarm. Throws a message that contains neither the address nor the receiver's response. */
  send(delivery: { id: string; body: string }, now: Date): Promise<void>
}

/**
 * Receiver of alarms, set only by configuration and not by any screen or API call. Redirects are treated as errors, so that only the operator decides
 * where alarms are sent. The response body is not read.
 */
export function createWebhook({ alarmWebhook }: Pick<Config, 'alarmWebhook'>): Webhook | null {
  if (!alarmWebhook) return null
  const { url, secret } = alarmWebhook
  return {
    host: new URL(url).host,
    async send({ id, body }, now) {
      const headers = { 'flagyard-delivery': id, 'flagyard-signature': signatureOf(body, secret, now) }
      // A configured address may be in the private network, because it is set by the operator, who controls the machine.
      const { status } = await post(new URL(url), body, headers, {})
      if (status >= 300 && status < 400) throw new Error(`The receiver answered ${status}: redirects are not followed`)
      if (status < 200 || status >= 400) throw new Error(`The receiver answered ${status}`)
    },
  }
}

/** `t=…,v1=…`: the time in seconds, and the HMAC-SHA-256 of the time, a dot and the body, in hexadecimal. */
export function signatureOf(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
