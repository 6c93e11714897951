import { createHmac } from 'node:crypto'
import type { Config } from '../config.ts'
import { post } from './post.ts'

export interface Webhook {
  /** The host alone: the rest of the address may be a secret. */
  host: string
  /** Resolves when the receiver took it. Throws a sentence that holds neither the address nor an answer of the receiver. */
  send(delivery: { id: string; body: string }, now: Date): Promise<void>
}

/**
 * The receiver of alarms, by configuration alone: no screen and no call knows a way to it. A redirect is a refusal, so that nobody but who set
 * the address up decides where alarms go, and what is answered is not read.
 */
export function createWebhook({ alarmWebhook }: Pick<Config, 'alarmWebhook'>): Webhook | null {
  if (!alarmWebhook) return null
  const { url, secret } = alarmWebhook
  return {
    host: new URL(url).host,
    async send({ id, body }, now) {
      const headers = { 'flagyard-delivery': id, 'flagyard-signature': signatureOf(body, secret, now) }
      // An address by configuration may be one of this network: whoever sets it owns the machine.
      const { status } = await post(new URL(url), body, headers, {})
      if (status >= 300 && status < 400) throw new Error(`The receiver answered ${status}: redirects are not followed`)
      if (status < 200 || status >= 400) throw new Error(`The receiver answered ${status}`)
    },
  }
}

/** `t=…,v1=…`: the seconds, and the HMAC-SHA-256 of them, a dot and the body, in hexadecimal. */
export function signatureOf(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
