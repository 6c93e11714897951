import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { TaxIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const taxRates: ConsoleResource = {
  name: 'tax_rates',
  icon: TaxIcon,
  options: { label: 'Tax rates', resourceLabel: ['tax rate', 'tax rates'], group: 'finance' },
  list: lazyScreen(() => import('./TaxRateList.tsx')),
  create: lazyScreen(async () => ({ default: (await import('./TaxRatePage.tsx')).TaxRateCreate })),
  edit: lazyScreen(() => import('./TaxRatePage.tsx')),
  recordRepresentation: 'country',
}
