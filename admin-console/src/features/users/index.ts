import { lazyScreen } from '@flagyard/ui/lazyScreen'

export const users = {
  name: 'users',
  options: { label: 'Users' },
  list: lazyScreen(() => import('./UserList.tsx')),
  edit: lazyScreen(() => import('./UserPage.tsx')),
  recordRepresentation: 'username',
}
