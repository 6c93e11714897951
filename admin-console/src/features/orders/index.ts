import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { OrdersIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const orders: ConsoleResource = {
  name: 'orders',
  icon: OrdersIcon,
  options: { label: 'Orders', resourceLabel: ['order', 'orders'], group: 'finance' },
  list: lazyScreen(() => import('./OrderList.tsx')),
  edit: lazyScreen(() => import('./OrderPage.tsx')),
  recordRepresentation: 'number',
}
