import type { Cloud } from '@flagyard/api-types'

export interface Pool {
  resource: 'aws_accounts' | 'azure_subscriptions' | 'gcp_projects'
  title: string
  of: [one: string, many: string]
}

/** What each cloud calls the account that a learner works in. */
export const pools: Record<Cloud, Pool> = {
  aws: { resource: 'aws_accounts', title: 'AWS accounts', of: ['account', 'accounts'] },
  azure: { resource: 'azure_subscriptions', title: 'Azure subscriptions', of: ['subscription', 'subscriptions'] },
  gcp: { resource: 'gcp_projects', title: 'GCP projects', of: ['project', 'projects'] },
}
