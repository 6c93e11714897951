import type { Cloud } from '@flagyard/api-types'
import { type ConsoleList, consolePaths } from '@flagyard/api-types/console-links'
import type { ResourceName } from '../providers/calls.ts'

interface CloudProvider {
  resource: Extract<ResourceName, 'aws_accounts' | 'azure_subscriptions' | 'gcp_projects'>
  list: Extract<ConsoleList, 'listAwsAccounts' | 'listAzureSubscriptions' | 'listGcpProjects'>
  /** Path of the list; `page` returns the path of one account. */
  path: string
  page: (id: string) => string
  title: string
  resourceLabel: [one: string, many: string]
}

/** Each provider's terms for a sandbox account. */
export const cloudProviders: Record<Cloud, CloudProvider> = {
  aws: {
    resource: 'aws_accounts',
    list: 'listAwsAccounts',
    path: consolePaths.listAwsAccounts,
    page: consolePaths.awsAccount,
    title: 'AWS accounts',
    resourceLabel: ['account', 'accounts'],
  },
  azure: {
    resource: 'azure_subscriptions',
    list: 'listAzureSubscriptions',
    path: consolePaths.listAzureSubscriptions,
    page: consolePaths.azureSubscription,
    title: 'Azure subscriptions',
    resourceLabel: ['subscription', 'subscriptions'],
  },
  gcp: {
    resource: 'gcp_projects',
    list: 'listGcpProjects',
    path: consolePaths.listGcpProjects,
    page: consolePaths.gcpProject,
    title: 'GCP projects',
    resourceLabel: ['project', 'projects'],
  },
}
