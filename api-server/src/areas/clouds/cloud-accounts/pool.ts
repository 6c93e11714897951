import type { Cloud } from '@flagyard/api-types'
import type { ConsoleList } from '@flagyard/api-types/links'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'

/** Functions of the account pool that deployments may use. */

/**
 * Evaluates the alarm rules immediately instead of within the next minute, when something has started or ended a condition. The job belongs to a
 * higher-level feature and evaluates all rules.
 */
export const ringAlarms = (tx: Db, { queue }: Pick<Deps, 'queue'>) =>
  queue.send(tx, 'alarms.look', {}, { unlessWaiting: true })

/** Display names of the pools, with the console list of their accounts. */
export const pools = {
  aws: { name: 'AWS', one: 'AWS account', many: 'AWS accounts', list: 'listAwsAccounts' },
  azure: { name: 'Azure', one: 'Azure subscription', many: 'Azure subscriptions', list: 'listAzureSubscriptions' },
  gcp: { name: 'GCP', one: 'GCP project', many: 'GCP projects', list: 'listGcpProjects' },
} as const satisfies Record<Cloud, { name: string; one: string; many: string; list: ConsoleList }>

/** `1 AWS account`, `3 GCP projects`. */
export const countAccounts = (cloud: Cloud, count: number): string =>
  `${count} ${count === 1 ? pools[cloud].one : pools[cloud].many}`
