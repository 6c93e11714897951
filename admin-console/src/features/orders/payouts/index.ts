import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { PayoutsIcon } from '../../../crud/icons.tsx'
import type { ConsoleResource } from '../../../resource-options.ts'

export const payouts: ConsoleResource = {
  name: 'payouts',
  icon: PayoutsIcon,
  options: { label: 'Payouts', resourceLabel: ['payout', 'payouts'], group: 'finance' },
  list: lazyScreen(() => import('./PayoutList.tsx')),
  edit: lazyScreen(() => import('./PayoutPage.tsx')),
  recordRepresentation: 'number',
}
