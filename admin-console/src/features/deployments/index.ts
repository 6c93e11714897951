import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { DeploymentsIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const deployments: ConsoleResource = {
  name: 'deployments',
  icon: DeploymentsIcon,
  options: { label: 'Deployments', resourceLabel: ['deployment', 'deployments'], group: 'support' },
  list: lazyScreen(() => import('./DeploymentList.tsx')),
  edit: lazyScreen(() => import('./DeploymentShow.tsx')),
  recordRepresentation: 'title',
}
