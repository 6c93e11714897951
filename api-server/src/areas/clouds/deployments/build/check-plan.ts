import { formatMicros } from '@flagyard/api-types/contract/money'
import type { Db } from '../../../../db/open.ts'
import { CloudError, type ResourceName } from '../../../../integrations/clouds/driver.ts'
import { listHourlyPrices, PRICE_CURRENCY } from '../../../catalogue/labs/index.ts'
import type { AccountRow } from '../../cloud-accounts/index.ts'
import { type ContentLimits, type CountedContents, countContents, excessOf, limitsOf } from '../inventory/inventory.ts'
import type { DeploymentRow } from '../queries.ts'

/** The planned resources exceed the lab's limits, so nothing was built. The author must fix it, not the learner. */
export class OverLimitsError extends CloudError {
  constructor(message: string) {
    super('refused', message)
  }
}

/**
 * Counts and prices the planned resources before anything is built, and stops a lab that exceeds its limits. An exam environment is built anyway,
 * because a candidate must not lose an hour over it. Returns lines for the log.
 */
export async function checkPlan(
  db: Db,
  deployment: DeploymentRow,
  account: Pick<AccountRow, 'cloud' | 'region'>,
  planned: ResourceName[],
): Promise<string[]> {
  const types = [...new Set(planned.map(({ type }) => type))]
  const counted = countContents(planned, await listHourlyPrices(db, account, types))
  const limits = await limitsOf(db, deployment)
  const over = excessOf(counted, limits)
  if (over.length === 0) return [saySize(counted), ...sayUnpriced(counted)]
  const sentence = sayExcess(counted, limits, over)
  if (deployment.lab_id) throw new OverLimitsError(`${sentence} Nothing was built.`)
  return [saySize(counted), sentence, ...sayUnpriced(counted)]
}

const perHour = (micros: number) => `${formatMicros(micros, PRICE_CURRENCY)} an hour`

const saySize = ({ resources, hourly_micros }: CountedContents) =>
  `Planned: ${resources === 1 ? '1 resource' : `${resources} resources`}, about ${perHour(hourly_micros)} by the price list.`

/** Resources without a price do not count towards the cost limit. */
function sayUnpriced({ types }: CountedContents): string[] {
  const unpriced = types.filter(({ hourly_micros }) => hourly_micros === null).map(({ type }) => type)
  return unpriced.length === 0 ? [] : [`Without a price, so their cost is unknown: ${unpriced.join(', ')}.`]
}

const sayExcess = (
  { resources, hourly_micros }: CountedContents,
  { max_resources, max_hourly_cost }: ContentLimits,
  over: ReturnType<typeof excessOf>,
) =>
  [
    over.includes('resources') ? `It plans ${resources} resources, and the limit is ${max_resources}.` : '',
    over.includes('cost')
      ? `It plans to cost ${perHour(hourly_micros)}, and the limit is ${perHour(max_hourly_cost ?? 0)}.`
      : '',
  ]
    .filter(Boolean)
    .join(' ')
