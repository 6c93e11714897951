/** What a provider needs to charge for an order. */
export interface CheckoutOrder {
  id: string
  number: string
  title: string
  total_amount: number
  currency: string
  /** What the buyer reads on the provider's page; the amounts add up to the total, tax inside. */
  lines: { title: string; amount: number }[]
  /** The buyer's address, so that nobody types it again. */
  email: string
  /** Until when it can be paid; null where that has no end. */
  payable_until: Date | null
}

/**
 * What a provider says of an order, after its signature was checked. `id` is the provider's own and identifies the event
 * permanently. Dates are the provider's.
 */
export interface PaymentEvent {
  id: string
  /** `noted`: it is kept, and changes nothing but the evidence for tax. `pending`: the buyer did their part, and the bank is still at it. */
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
  /** The provider's payment: later events about refunds and disputes name it. */
  payment?: string | null
  /** The refund that we asked for; without it the provider's desk made it. */
  refund_id?: string | undefined
  provider_refund?: string | undefined
  dispute_id?: string | undefined
  reason?: string | undefined
  /** Until when a dispute has to be answered. */
  due_at?: Date | undefined
  /** Countries of the payment: of its billing address and of its card. Evidence for the buyer's country. */
  countries?: string[] | undefined
}

/** An event as it arrives, before we know whether an order of ours is meant. */
export interface ProviderEvent extends Omit<PaymentEvent, 'kind' | 'order_id' | 'amount' | 'currency'> {
  /** The provider's own name of it. */
  type: string
  kind: PaymentEvent['kind'] | 'payout_paid' | 'payout_failed'
  order_id: string | null
  amount: number | null
  /** The amount as it was sent, when it is no whole number of minor units. */
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
  /** Creates a checkout and returns its URL. Called again for the same order, it returns the same checkout. */
  createCheckout(order: CheckoutOrder): Promise<{ session: string; url: string }>
  /**
   * Sends money back, once for each try of a `refund_id`, and returns the provider's id of it. What it refuses for good is a `conflict`.
   */
  refund?(
    order: { id: string; provider_payment: string | null },
    refund: { refund_id: string; amount: number; tries: number },
  ): Promise<string>
  /** Whether its keys move real money. */
  livemode?: boolean
  /** Reads an event out of a signed body; throws when the signature is not the provider's, or not of these minutes. */
  readEvent?(body: Buffer, signature: string, now: Date): ProviderEvent
  /** What a payout consists of, page by page. */
  listPayoutLines?(payout: string): AsyncIterable<PayoutLine[]>
}
