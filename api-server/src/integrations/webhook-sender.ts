import type { request } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { type Answer, NoAnswer, post } from './post.ts'
import { guardedLookup, isPublicAddress, literalAddressOf, type Resolve, systemResolve } from './public-address.ts'

export interface SignedDelivery {
  url: string
  id: string
  body: string
  /** Each signs: while a secret is exchanged, both the new one and the one before it are good. */
  secrets: string[]
}

/** Sends to addresses that people enter, so to nothing but the public internet. */
export interface WebhookSender {
  /** Whether an address may be entered: it names no machine of ours outright. Where a name leads to is looked at when something is sent. */
  accepts(url: string): boolean
  /** What was answered, whatever it was. Throws `NoAnswer` where there was none. */
  send(delivery: SignedDelivery, now: Date): Promise<Answer>
}

/** Tests have receivers on this machine, whose names they resolve by themselves. */
interface Network {
  resolve: Resolve
  isAllowed(address: string): boolean
  send?: typeof request
}
const internet: Network = { resolve: systemResolve, isAllowed: isPublicAddress }

export function createWebhookSender({ resolve, isAllowed, send }: Network = internet): WebhookSender {
  const lookup = guardedLookup(resolve, isAllowed)
  /** A connection to an address asks nobody for it, so that it has to be looked at before. */
  const isOutside = (url: URL) => {
    const literal = literalAddressOf(url)
    return literal === undefined || isAllowed(literal)
  }
  return {
    accepts(text) {
      const url = new URL(text)
      return isOutside(url) && !/(^|\.)(localhost|local|internal)\.?$/.test(url.hostname)
    },
    async send({ url: text, id, body, secrets }, now) {
      const url = new URL(text)
      if (!isOutside(url)) throw new NoAnswer('The address is not on the public internet, so nothing was sent')
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
      }
      return post(url, body, headers, { lookup, ...(send && { send }) })
    },
  }
}

/** As Standard Webhooks writes them: 32 random bytes. */
export const newWebhookSecret = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString('base64')}`
