import type { Cloud } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { createElement } from 'react'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { CloudIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

const List = lazyScreen(() => import('./CloudAccountList.tsx'))
const Create = lazyScreen(() => import('./CloudAccountCreate.tsx'))
const Show = lazyScreen(() => import('./CloudAccountShow.tsx'))

const resourceOf = (cloud: Cloud): ConsoleResource => ({
  name: cloudProviders[cloud].resource,
  icon: CloudIcon,
  options: { label: cloudProviders[cloud].title, resourceLabel: cloudProviders[cloud].resourceLabel, group: 'cloud' },
  list: createElement(List, { cloud }),
  create: createElement(Create, { cloud }),
  edit: createElement(Show, { cloud }),
  recordRepresentation: 'id',
})

export const awsAccounts = resourceOf('aws')
export const azureSubscriptions = resourceOf('azure')
export const gcpProjects = resourceOf('gcp')
