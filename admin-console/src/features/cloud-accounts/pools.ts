import type { Cloud } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'

export interface Pool {
  resource: 'aws_accounts' | 'azure_subscriptions' | 'gcp_projects'
  /** Where its list stands, and the page of one account. */
  path: string
  page: (id: string) => string
  title: string
  of: [one: string, many: string]
}

/** What each cloud calls the account that a learner works in. */
export const pools: Record<Cloud, Pool> = {
  aws: {
    resource: 'aws_accounts',
    path: consolePaths.listAwsAccounts,
    page: consolePaths.awsAccount,
    title: 'AWS accounts',
    of: ['account', 'accounts'],
  },
  azure: {
    resource: 'azure_subscriptions',
    path: consolePaths.listAzureSubscriptions,
    page: consolePaths.azureSubscription,
    title: 'Azure subscriptions',
    of: ['subscription', 'subscriptions'],
  },
  gcp: {
    resource: 'gcp_projects',
    path: consolePaths.listGcpProjects,
    page: consolePaths.gcpProject,
    title: 'GCP projects',
    of: ['project', 'projects'],
  },
}
