import type { request } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { type Answer, NoAnswer, post } from './post.ts'
import { guardedLookup, isPublicAddress, literalAddressOf, type Resolve, systemResolve } from './public-address.ts'

export interface SignedDelivery {
  url: string
  id: string
  body: string
  /** All of them sign: while a secret is being rotated, the new and the previous one are both valid. */
  secrets: string[]
}

/** Sends to addresses entered by users, and therefore only to the public internet. */
export interface WebhookSender {
  /** Whether an address may be entered: it must not directly name a private address. Names are resolved and checked on each delivery. */
  accepts(url: string): boolean
  /** Returns the response, whatever its status. Throws `NoAnswer` if there was none. */
  send(delivery: SignedDelivery, now: Date): Promise<Answer>
}

/** Test receivers run on this machine, with names resolved by the test. */
interface Network {
  resolve: Resolve
  isAllowed(address: string): boolean
  send?: typeof request
}
const internet: Network = { resolve: systemResolve, isAllowed: isPublicAddress }

export function createWebhookSender({ resolve, isAllowed, send }: Network = internet): WebhookSender {
  const lookup = guardedLookup(resolve, isAllowed)
  /** Connections to an IP address skip the lookup, so the address has to be checked first. */
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

/** In the format of Standard Webhooks: 32 random bytes. */
export const newWebhookSecret = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString('base64')}`
