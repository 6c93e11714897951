import type { Cloud } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { createElement } from 'react'
import { pools } from './pools.ts'

const List = lazyScreen(() => import('./CloudAccountList.tsx'))
const Page = lazyScreen(() => import('./CloudAccountPage.tsx'))

const resourceOf = (cloud: Cloud) => ({
  name: pools[cloud].resource,
  options: { label: pools[cloud].title },
  list: createElement(List, { cloud }),
  edit: createElement(Page, { cloud }),
  recordRepresentation: 'id',
})

export const awsAccounts = resourceOf('aws')
export const azureSubscriptions = resourceOf('azure')
export const gcpProjects = resourceOf('gcp')
