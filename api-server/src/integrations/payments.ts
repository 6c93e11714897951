import { paths } from '@flagyard/api-types/links'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'

/** What a provider needs to take money for an order. */
export interface CheckoutOrder {
  id: string
  number: string
  title: string
  total_amount: number
  currency: string
}

/** What a provider says happened, once its signature was checked. `id` is the provider's own and names the event for ever. */
export interface PaymentEvent {
  id: string
  kind: 'paid' | 'failed' | 'cancelled'
  order_id: string
  amount: number
  currency: string
}

export interface Payments {
  provider: 'demo' | 'none'
  /** Opens a checkout and says where to pay. Asked again for the same order it gives the same checkout. */
  createCheckout(order: CheckoutOrder): Promise<{ session: string; url: string }>
}

/** The demo's checkout is a page of our own and moves no money; outside the demo nothing is sold until a provider is set up. */
export const openPayments = ({ demo }: Pick<Config, 'demo'>): Payments => (demo ? demoPayments : noPayments)

const demoPayments: Payments = {
  provider: 'demo',
  async createCheckout({ id }) {
    return { session: id, url: paths.checkout(id) }
  },
}

const noPayments: Payments = {
  provider: 'none',
  async createCheckout() {
    throw new ApiError('unavailable', 'We cannot take payments at the moment. Please write to us and we will help you.')
  },
}
