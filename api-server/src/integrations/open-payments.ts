import { paths } from '@flagyard/api-types/links'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import type { Payments } from './payments.ts'

/**
 * The demo's checkout is our own page and moves no money. Outside the demo, nothing can be sold until a provider is configured. Stripe's library is
 * only loaded if its keys are set.
 */
export async function openPayments({
  stripe,
  demo,
  publicUrl,
}: Pick<Config, 'stripe' | 'demo' | 'publicUrl'>): Promise<Payments> {
  if (stripe) return (await import('./stripe.ts')).createStripe({ ...stripe, publicUrl })
  return demo ? demoPayments : noPayments
}

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
