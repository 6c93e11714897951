import type { Cloud } from '@flagyard/api-types'
import type { ConsoleList } from '@flagyard/api-types/links'

/** Display names of the pools, with the console list of their accounts. */
export const pools = {
  aws: { name: 'AWS', one: 'AWS account', many: 'AWS accounts', list: 'listAwsAccounts' },
  azure: { name: 'Azure', one: 'Azure subscription', many: 'Azure subscriptions', list: 'listAzureSubscriptions' },
  gcp: { name: 'GCP', one: 'GCP project', many: 'GCP projects', list: 'listGcpProjects' },
} as const satisfies Record<Cloud, { name: string; one: string; many: string; list: ConsoleList }>

/** `1 AWS account`, `3 GCP projects`. */
export const countAccounts = (cloud: Cloud, count: number): string =>
  `${count} ${count === 1 ? pools[cloud].one : pools[cloud].many}`
