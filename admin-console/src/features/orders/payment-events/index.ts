import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { PaymentEventsIcon } from '../../../crud/icons.tsx'
import type { ConsoleResource } from '../../../resource-options.ts'

export const paymentEvents: ConsoleResource = {
  name: 'payment_events',
  icon: PaymentEventsIcon,
  options: { label: 'Payment events', resourceLabel: ['event', 'events'], group: 'finance' },
  list: lazyScreen(() => import('./PaymentEventList.tsx')),
}
