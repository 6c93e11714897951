import { isAscii } from '@flagyard/api-types/contract/email-address'
import { paths } from '@flagyard/api-types/links'
import Stripe from 'stripe'
import { ApiError } from '../errors.ts'
import type { Payments } from './payments.ts'
import { hasFailed, isReadable, readTypes, toPayoutLine, toProviderEvent } from './stripe-events.ts'

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  /** Alternative API address, used by tests. */
  apiBase: string | undefined
  publicUrl: string
}

/** Maximum difference between our clock and the signature's time, in seconds, in either direction. */
const TOLERANCE_SECONDS = 300
/** Timeout for Stripe, in milliseconds. */
const TIMEOUT_MS = 10_000

/** Payment on Stripe's own page: card numbers never reach us. Our lines already include tax, so Stripe Tax is not used. */
export function createStripe({ secretKey, webhookSecret, apiBase, publicUrl }: StripeSettings): Payments {
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiBase && addressOf(apiBase)),
  })
  return {
    provider: 'stripe',
    livemode: isLiveKey(secretKey),

    async createCheckout(order) {
      const about = { order_id: order.id }
      const session = await asked(
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: order.id,
            metadata: about,
            payment_intent_data: { metadata: about, description: `${order.number} · ${order.title}`.slice(0, 500) },
            line_items: order.lines.map(({ title, amount }) => ({
              quantity: 1,
              price_data: {
                currency: order.currency.toLowerCase(),
                unit_amount: amount,
                product_data: { name: title.slice(0, 250) },
              },
            })),
            // Stripe accepts only ASCII addresses; otherwise it asks the buyer.
            ...(isAscii(order.email) && { customer_email: order.email }),
            // The buyer pays the amount on our invoice, without currency conversion.
            adaptive_pricing: { enabled: false },
            ...(order.payable_until && { expires_at: Math.floor(order.payable_until.getTime() / 1000) }),
            success_url: `${publicUrl}${paths.purchased(order.id)}`,
            cancel_url: `${publicUrl}${paths.notPurchased(order.id)}`,
          },
          { idempotencyKey: `order:${order.id}:checkout` },
        ),
      )
      if (!session.url) throw unreachable('A checkout without an address')
      return { session: session.id, url: session.url }
    },

    async refund({ id, provider_payment }, { refund_id, amount, tries }) {
      if (!provider_payment) throw new ApiError('conflict', 'Stripe has no payment for this order.')
      // Stripe forgets idempotency keys after a day, and a restored database may request a refund again.
      const { data } = await asked(stripe.refunds.list({ payment_intent: provider_payment, limit: 100 }))
      const earlier = data.find(({ metadata, status }) => metadata?.refund_id === refund_id && !hasFailed(status))
      if (earlier) return earlier.id
      const refund = stripe.refunds.create(
        { payment_intent: provider_payment, amount, metadata: { order_id: id, refund_id } },
        { idempotencyKey: tries === 1 ? `refund:${refund_id}` : `refund:${refund_id}:${tries}` },
      )
      return (await asked(refund.catch(throwRefusal))).id
    },

    readEvent(body, signature, now) {
      assertNotOfTheFuture(signature, now)
      let event: unknown
      try {
        event = Stripe.webhooks.constructEvent(
          body,
          signature,
          webhookSecret,
          TOLERANCE_SECONDS,
          undefined,
          now.getTime(),
        )
      } catch (cause) {
        throw notSigned(cause)
      }
      if (!isReadable(event))
        throw new ApiError('malformed', 'This event does not have the format documented by Stripe.')
      return toProviderEvent(event)
    },

    async *listEvents(since) {
      const parameters = { created: { gte: Math.floor(since.getTime() / 1000) }, types: [...readTypes], limit: 100 }
      for await (const page of pagesOf((after) => stripe.events.list({ ...parameters, ...after })))
        yield page.filter(isReadable).map(toProviderEvent)
    },

    async *listPayoutLines(payout) {
      const parameters = { payout, limit: 100, expand: ['data.source'] }
      for await (const page of pagesOf((after) => stripe.balanceTransactions.list({ ...parameters, ...after })))
        yield page.flatMap((line) => toPayoutLine(line) ?? [])
    },
  }
}

async function* pagesOf<T extends { id: string }>(
  list: (after: { starting_after?: string }) => Promise<Stripe.ApiList<T>>,
): AsyncGenerator<T[]> {
  for (let after: { starting_after?: string } = {}; ; ) {
    const { data, has_more } = await asked(list(after))
    yield data
    const last = data.at(-1)
    if (!has_more || !last) return
    after = { starting_after: last.id }
  }
}

export const isLiveKey = (key: string) => /^[a-z]+_live_/.test(key)

function addressOf(apiBase: string) {
  const { protocol, hostname, port } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
  }
}

/** The library rejects old signatures but accepts those with a future time. */
function assertNotOfTheFuture(signature: string, now: Date) {
  const times = [...signature.matchAll(/(?:^|,)t=(\d+)/g)].map(([, seconds]) => Number(seconds))
  if (times.some((seconds) => seconds - now.getTime() / 1000 > TOLERANCE_SECONDS)) throw notSigned()
}

const notSigned = (cause?: unknown) =>
  new ApiError('malformed', 'This event has no valid, recent signature of our payment provider.', { cause })

const unreachable = (cause: unknown) =>
  new ApiError(
    'unavailable',
    'We cannot reach our payment provider at the moment. Please try again in a few minutes.',
    {
      retryAfter: 60,
      cause,
    },
  )

/** Throws an error for a response that a retry would not change. */
function throwRefusal(error: unknown): never {
  if (error instanceof Stripe.errors.StripeInvalidRequestError)
    throw new ApiError('conflict', 'Stripe refused this refund. Look at the payment there.', { cause: error })
  throw error
}

/** Stripe's error messages may contain keys and addresses, so they are only logged. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof ApiError ? error : unreachable(error)
  }
}
