/** Data that a provider needs to charge for an order. */
export interface CheckoutOrder {
  id: string
  number: string
  title: string
  total_amount: number
  currency: string
  /** Lines on the provider's page. The amounts add up to the total and include tax. */
  lines: { title: string; amount: number }[]
  /** The buyer's address, to prefill the form. */
  email: string
  /** Payment deadline; null if there is none. */
  payable_until: Date | null
}

/** A provider's event about an order, after its signature was verified. `id` is the provider's permanent id of the event. Dates are the provider's. */
export interface PaymentEvent {
  id: string
  /** `noted`: stored, but only used as evidence for tax. `pending`: the buyer has paid, and the bank is still processing. */
  kind:
    | 'pending'
    | 'paid'
    | 'failed'
    | 'cancelled'
    | 'refunded'
    | 'refund_failed'
    | 'dispute_opened'
    | 'dispute_won'
    | 'dispute_lost'
    | 'noted'
  order_id: string
  amount: number
  currency: string
  /** The provider's payment; later events about refunds and disputes refer to it. */
  payment?: string | null
  /** The refund that we requested; undefined if it was made in the provider's dashboard. */
  refund_id?: string | undefined
  provider_refund?: string | undefined
  dispute_id?: string | undefined
  reason?: string | undefined
  /** Deadline for answering a dispute. */
  due_at?: Date | undefined
  /** Countries of the payment's billing address and card, as evidence of the buyer's country. */
  countries?: string[] | undefined
}

/** An event as received, before it is matched to an order. */
export interface ProviderEvent extends Omit<PaymentEvent, 'kind' | 'order_id' | 'amount' | 'currency'> {
  /** Event type of the provider. */
  type: string
  kind: PaymentEvent['kind'] | 'payout_paid' | 'payout_failed'
  order_id: string | null
  amount: number | null
  /** The amount as received, if it is not a whole number of minor units. */
  unreadable_amount?: string
  currency: string | null
  /** Whether real money moved. */
  livemode: boolean
  happened_at: Date
  payout?: { number: string; arrives_at: Date } | undefined
}

export interface PayoutLine {
  number: string
  kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'other'
  amount: number
  fee: number
  net: number
  payment: string | null
  happened_at: Date
}

export interface Payments {
  provider: 'demo' | 'stripe' | 'none'
  /** Creates a checkout and returns its URL. Repeated calls for an order return the same checkout. */
  createCheckout(order: CheckoutOrder): Promise<{ session: string; url: string }>
  /**
   * Refunds money and returns the provider's refund id. Returns an earlier refund of this `refund_id` unless it failed, so that the money is sent once. A
   * permanent refusal is a `conflict`.
   */
  refund?(
    order: { id: string; provider_payment: string | null },
    refund: { refund_id: string; amount: number; tries: number },
  ): Promise<string>
  /** Whether its keys move real money. */
  livemode?: boolean
  /** Parses a signed event. Throws if the signature is invalid, or its time is more than some minutes away. */
  readEvent?(body: Buffer, signature: string, now: Date): ProviderEvent
  /** Events since this time, newest first, page by page. The provider lists those of the last weeks. */
  listEvents?(since: Date): AsyncIterable<ProviderEvent[]>
  /** Lines of a payout, page by page. */
  listPayoutLines?(payout: string): AsyncIterable<PayoutLine[]>
}
