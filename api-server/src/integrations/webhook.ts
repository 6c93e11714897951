import { createHmac } from 'node:crypto'
import type { Config } from '../config.ts'

export interface Webhook {
  /** The host alone: the rest of the address may be a secret. */
  host: string
  /** Resolves when the receiver took it. Throws a sentence that holds neither the address nor an answer of the receiver. */
  send(delivery: { id: string; body: string }, now: Date): Promise<void>
}

const TIMEOUT_MS = 10_000

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
      const response = await post(url, body, { id, signature: signatureOf(body, secret, now) })
      await response.body?.cancel()
      if (response.status >= 300 && response.status < 400)
        throw new Error(`The receiver answered ${response.status}: redirects are not followed`)
      if (!response.ok) throw new Error(`The receiver answered ${response.status}`)
    },
  }
}

async function post(url: string, body: string, { id, signature }: { id: string; signature: string }) {
  try {
    return await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Flagyard',
        'flagyard-delivery': id,
        'flagyard-signature': signature,
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    throw new Error(isLate ? 'The receiver did not answer in time' : 'The receiver could not be reached')
  }
}

/** `t=…,v1=…`: the seconds, and the HMAC-SHA-256 of them, a dot and the body, in hexadecimal. */
export function signatureOf(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
