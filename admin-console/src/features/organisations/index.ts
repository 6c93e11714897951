import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { OrganisationsIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const organisations: ConsoleResource = {
  name: 'organisations',
  icon: OrganisationsIcon,
  options: { label: 'Organisations', resourceLabel: ['organisation', 'organisations'], group: 'finance' },
  list: lazyScreen(() => import('./OrganisationList.tsx')),
  edit: lazyScreen(() => import('./OrganisationPage.tsx')),
  create: lazyScreen(async () => ({ default: (await import('./OrganisationPage.tsx')).OrganisationCreate })),
  recordRepresentation: 'name',
}
