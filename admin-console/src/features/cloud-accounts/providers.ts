import type { Cloud } from '@flagyard/api-types'
import type { ResourceName } from '../../providers/calls.ts'

interface CloudProvider {
  resource: Extract<ResourceName, 'aws_accounts' | 'azure_subscriptions' | 'gcp_projects'>
  title: string
  resourceLabel: [one: string, many: string]
}

/** What each cloud calls the account that a learner works in. */
export const cloudProviders: Record<Cloud, CloudProvider> = {
  aws: { resource: 'aws_accounts', title: 'AWS accounts', resourceLabel: ['account', 'accounts'] },
  azure: {
    resource: 'azure_subscriptions',
    title: 'Azure subscriptions',
    resourceLabel: ['subscription', 'subscriptions'],
  },
  gcp: { resource: 'gcp_projects', title: 'GCP projects', resourceLabel: ['project', 'projects'] },
}
