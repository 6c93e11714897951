import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { PricesIcon } from '../../../crud/icons.tsx'
import type { ConsoleResource } from '../../../resource-options.ts'

export const resourcePrices: ConsoleResource = {
  name: 'resource_prices',
  icon: PricesIcon,
  options: { label: 'Prices of resources', resourceLabel: ['price', 'prices'], group: 'cloud' },
  list: lazyScreen(() => import('./PriceList.tsx')),
  create: lazyScreen(() => import('./PriceCreate.tsx')),
  edit: lazyScreen(() => import('./PriceEdit.tsx')),
  recordRepresentation: 'type',
}
