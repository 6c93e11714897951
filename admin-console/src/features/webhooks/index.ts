import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { WebhooksIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const webhooks: ConsoleResource = {
  name: 'webhooks',
  icon: WebhooksIcon,
  options: { label: 'Webhooks', resourceLabel: ['webhook', 'webhooks'], group: 'finance' },
  list: lazyScreen(() => import('./WebhookList.tsx')),
  edit: lazyScreen(() => import('./WebhookPage.tsx')),
  create: lazyScreen(async () => ({ default: (await import('./WebhookPage.tsx')).WebhookCreate })),
  recordRepresentation: 'url',
}
