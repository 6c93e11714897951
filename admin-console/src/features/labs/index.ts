import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { LabsIcon, PricesIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const labs: ConsoleResource = {
  name: 'labs',
  icon: LabsIcon,
  options: { label: 'Labs', resourceLabel: ['lab', 'labs'], group: 'content' },
  list: lazyScreen(() => import('./LabList.tsx')),
  edit: lazyScreen(() => import('./LabEdit.tsx')),
  create: lazyScreen(async () => ({ default: (await import('./LabEdit.tsx')).LabCreate })),
  recordRepresentation: 'title',
}

export const resourcePrices: ConsoleResource = {
  name: 'resource_prices',
  icon: PricesIcon,
  options: { label: 'Resource prices', resourceLabel: ['price', 'prices'], group: 'cloud' },
  list: lazyScreen(() => import('./prices/PriceList.tsx')),
  create: lazyScreen(async () => ({ default: (await import('./prices/PriceEdit.tsx')).PriceCreate })),
  edit: lazyScreen(() => import('./prices/PriceEdit.tsx')),
  recordRepresentation: 'type',
}
