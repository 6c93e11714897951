import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import type { App } from '../../src/app.ts'
import type { PayoutLine } from '../../src/integrations/payments.ts'

const WEBHOOK_SECRET = 'whsec_of_the_tests'
export const EVENTS_URL = '/api/v1/payments/stripe/events'

interface Asked {
  method: string
  path: string
  parameters: Record<string, string>
  idempotencyKey: string | undefined
}

/** Balance transaction as listed by Stripe, for the payout line that we should read from it. */
type BalanceLine = PayoutLine & { type?: string; source?: object }

/**
 * Stripe on this machine, with the few calls that we make. It honours idempotency keys, pages its lists, and signs its
 * events with Stripe's own library.
 */
export async function startStripeDouble() {
  const asked: Asked[] = []
  const answers = new Map<string, { of: string; body: object }>()
  const payouts = new Map<string, { id: string }[]>()
  const refunds: DoubleRefund[] = []
  const events: StripeEvent[] = []
  let isDown = false

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double')
    const text = await bodyOf(request)
    const parameters = Object.fromEntries(request.method === 'GET' ? searchParams : new URLSearchParams(text))
    const idempotencyKey = request.headers['idempotency-key']?.toString()
    asked.push({ method: request.method ?? '', path: pathname, parameters, idempotencyKey })
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const refuse = (status: number, type: string, message: string) => send(status, { error: { type, message } })

    if (isDown) return refuse(500, 'api_error', 'Out of order')
    if (request.headers.authorization !== 'Bearer sk_test_double') return refuse(401, 'invalid_request_error', 'Key?')
    if (request.method === 'GET') {
      const lists: Record<string, () => { id: string }[]> = {
        '/v1/refunds': () => refunds.filter((refund) => refund.payment_intent === parameters.payment_intent),
        '/v1/events': () => events.filter((event) => isAskedFor(event, parameters)).toReversed(),
        '/v1/balance_transactions': () => payouts.get(parameters.payout ?? '') ?? [],
      }
      const lines = lists[pathname]?.() ?? []
      const from = parameters.starting_after ? lines.findIndex(({ id }) => id === parameters.starting_after) + 1 : 0
      const limit = Number(parameters.limit ?? 10)
      const data = lines.slice(from, from + limit)
      return send(200, { object: 'list', data, has_more: from + limit < lines.length, url: pathname })
    }
    const known = idempotencyKey ? answers.get(idempotencyKey) : undefined
    if (known) {
      if (known.of === text) return send(200, known.body)
      return refuse(400, 'idempotency_error', 'Keys are for the same parameters')
    }
    const id = createHash('sha256').update(`${idempotencyKey}${text}`).digest('hex').slice(0, 24)
    const body = pathname.endsWith('/refunds')
      ? { id: `re_${id}`, object: 'refund', status: 'succeeded' }
      : { id: `cs_test_${id}`, object: 'checkout.session', url: `https://checkout.stripe.com/c/pay/cs_test_${id}` }
    if (pathname.endsWith('/refunds')) {
      const { payment_intent = '', 'metadata[refund_id]': refund_id } = parameters
      refunds.push({ ...body, payment_intent, metadata: { refund_id }, status: 'succeeded' })
    }
    if (idempotencyKey) answers.set(idempotencyKey, { of: text, body })
    return send(200, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    asked,
    /** Configuration of the server under test. */
    settings: {
      secretKey: 'sk_test_double',
      webhookSecret: WEBHOOK_SECRET,
      apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    fail(down = true) {
      isDown = down
    },
    /** Makes a refund fail that was accepted. */
    failRefund(id: string) {
      for (const refund of refunds) if (refund.id === id) refund.status = 'failed'
    },
    /** Forgets idempotency keys, like Stripe after a day. */
    forgetKeys: () => answers.clear(),
    /** Lists these events as sent, oldest first. */
    list: (...sent: StripeEvent[]) => void events.push(...sent),
    /** Adds a payout with these lines. As at Stripe, the lines also include the payout itself. */
    pay(payout: string, lines: BalanceLine[]) {
      const total = lines.reduce((sum, { net }) => sum + net, 0)
      payouts.set(payout, [...lines.map(balanceTransaction), payoutTransaction(payout, -total)])
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface DoubleRefund {
  id: string
  payment_intent: string
  metadata: { refund_id: string | undefined }
  status: 'succeeded' | 'failed'
}

const isAskedFor = ({ created, type }: StripeEvent, parameters: Record<string, string>) =>
  created >= Number(parameters['created[gte]']) &&
  Object.entries(parameters).some(([name, value]) => name.startsWith('types[') && value === type)

const types = { payment: 'charge', refund: 'refund', dispute: 'adjustment', fee: 'stripe_fee', other: 'adjustment' }

const payoutTransaction = (payout: string, amount: number) => ({ id: `txn_${payout}`, type: 'payout', amount })

const balanceTransaction = ({ number, kind, payment, happened_at, ...amounts }: BalanceLine) => ({
  id: number,
  object: 'balance_transaction',
  type: types[kind],
  created: Math.floor(happened_at.getTime() / 1000),
  source: payment ? { object: kind === 'payment' ? 'charge' : kind, payment_intent: payment } : null,
  ...amounts,
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

export interface StripeEvent {
  id: string
  object: 'event'
  type: string
  created: number
  livemode: boolean
  data: { object: Record<string, unknown> }
}

export const stripeEvent = (
  type: string,
  object: Record<string, unknown>,
  changes: Partial<StripeEvent> = {},
): StripeEvent => ({
  id: `evt_${randomUUID().replaceAll('-', '')}`,
  object: 'event',
  type,
  created: Math.floor(Date.now() / 1000),
  livemode: false,
  data: { object },
  ...changes,
})

interface Order {
  id: string
  amount: number
  currency?: string | undefined
  /** Country of the payer's billing address. */
  country?: string
}

/** Events that Stripe sends for an order, each with its own id. */
export const eventsOf = ({ id, amount, currency = 'eur', country }: Order, payment = `pi_${id}`) => {
  const session = {
    object: 'checkout.session',
    client_reference_id: id,
    payment_intent: payment,
    amount_total: amount,
    currency,
    payment_status: 'paid',
    // Personal data that must never be stored.
    customer_details: {
      email: 'who.paid@example.org',
      name: 'Who Paid',
      ...(country && { address: { country, line1: 'Where' } }),
    },
  }
  const refund = (status: string, returned: number, refundId: string, ours?: string) => ({
    object: 'refund',
    id: refundId,
    amount: returned,
    currency,
    payment_intent: payment,
    status,
    metadata: ours ? { refund_id: ours } : {},
  })
  const dispute = (status: string, disputeId: string) => ({
    object: 'dispute',
    id: disputeId,
    amount,
    currency,
    payment_intent: payment,
    reason: 'fraudulent',
    status,
    evidence_details: { due_by: Math.floor(Date.now() / 1000) + 7 * 86_400 },
  })
  return {
    paid: () => stripeEvent('checkout.session.completed', session),
    pending: () => stripeEvent('checkout.session.completed', { ...session, payment_status: 'unpaid' }),
    succeeded: () => stripeEvent('checkout.session.async_payment_succeeded', session),
    failed: () => stripeEvent('checkout.session.async_payment_failed', { ...session, payment_status: 'unpaid' }),
    expired: () =>
      stripeEvent('checkout.session.expired', { ...session, payment_status: 'unpaid', payment_intent: null }),
    refunded: (returned = amount, refundId = `re_${id}`, ours?: string) =>
      stripeEvent('refund.updated', refund('succeeded', returned, refundId, ours)),
    refundFailed: (refundId = `re_${id}`, ours?: string) =>
      stripeEvent('refund.failed', refund('failed', amount, refundId, ours)),
    charged: () =>
      stripeEvent('charge.refunded', {
        object: 'charge',
        payment_intent: payment,
        amount_refunded: amount,
        currency,
        payment_method_details: { card: { last4: '4242', brand: 'visa' } },
      }),
    chargedByCard: (card: string) =>
      stripeEvent('charge.succeeded', {
        object: 'charge',
        amount,
        currency,
        payment_intent: payment,
        metadata: { order_id: id },
        billing_details: { address: { country: null } },
        payment_method_details: { card: { country: card, last4: '4242', brand: 'visa' } },
      }),
    disputed: (disputeId = `dp_${id}`) => stripeEvent('charge.dispute.created', dispute('needs_response', disputeId)),
    inquired: (disputeId = `dp_${id}`) =>
      stripeEvent('charge.dispute.created', dispute('warning_needs_response', disputeId)),
    won: (disputeId = `dp_${id}`) => stripeEvent('charge.dispute.closed', dispute('won', disputeId)),
    lost: (disputeId = `dp_${id}`) => stripeEvent('charge.dispute.closed', dispute('lost', disputeId)),
  }
}

interface Signing {
  secret?: string
  /** Difference between the time of the signature and now. */
  seconds?: number
}

/** Sends an event like Stripe and resolves with the status. */
export async function deliver(app: App, event: StripeEvent | string, { secret, seconds = 0 }: Signing = {}) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event, null, 2)
  const { statusCode } = await app.inject({
    method: 'POST',
    url: EVENTS_URL,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': sign(payload, { ...(secret && { secret }), seconds }),
    },
    payload,
  })
  return statusCode
}

export const sign = (payload: string, { secret = WEBHOOK_SECRET, seconds = 0 }: Signing = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(Date.now() / 1000) + seconds })
