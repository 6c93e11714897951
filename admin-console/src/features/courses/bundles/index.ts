import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { BundlesIcon } from '../../../crud/icons.tsx'
import type { ConsoleResource } from '../../../resource-options.ts'

export const bundles: ConsoleResource = {
  name: 'bundles',
  icon: BundlesIcon,
  options: { label: 'Bundles', resourceLabel: ['bundle', 'bundles'], group: 'content' },
  list: lazyScreen(() => import('./BundleList.tsx')),
  edit: lazyScreen(() => import('./BundleEdit.tsx')),
  create: lazyScreen(() => import('./BundleCreate.tsx')),
  recordRepresentation: 'title',
}
