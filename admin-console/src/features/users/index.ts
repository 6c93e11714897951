import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { UsersIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const users: ConsoleResource = {
  name: 'users',
  icon: UsersIcon,
  options: { label: 'Users', resourceLabel: ['account', 'accounts'], group: 'support' },
  list: lazyScreen(() => import('./UserList.tsx')),
  edit: lazyScreen(() => import('./UserShow.tsx')),
  recordRepresentation: 'full_name',
}
