import type { Cloud } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { createElement } from 'react'
import { CloudIcon } from '../../layout/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'
import { pools } from './pools.ts'

const List = lazyScreen(() => import('./CloudAccountList.tsx'))
const Page = lazyScreen(() => import('./CloudAccountPage.tsx'))

const resourceOf = (cloud: Cloud): ConsoleResource => ({
  name: pools[cloud].resource,
  icon: CloudIcon,
  options: { label: pools[cloud].title, resourceLabel: pools[cloud].of, group: 'cloud' },
  list: createElement(List, { cloud }),
  edit: createElement(Page, { cloud }),
  recordRepresentation: 'id',
})

export const awsAccounts = resourceOf('aws')
export const azureSubscriptions = resourceOf('azure')
export const gcpProjects = resourceOf('gcp')
