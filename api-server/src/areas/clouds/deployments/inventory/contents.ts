import type { Db } from '../../../../db/open.ts'
import type { CountedType, Excess } from '../../../../db/schema/index.ts'
import type { ResourceName } from '../../../../integrations/clouds/driver.ts'
import type { DeploymentRow } from '../queries.ts'
import { findRunLab } from '../snapshot-queries.ts'

/** Resources of an account by type, with the hourly cost. Types without a price are counted, but their cost is not estimated. */
export interface CountedContents {
  resources: number
  hourly_micros: number
  types: CountedType[]
}

export function countContents(resources: ResourceName[], prices: ReadonlyMap<string, number>): CountedContents {
  const types = [...Map.groupBy(resources, ({ type }) => type)]
    .map(([type, { length: count }]) => {
      const price = prices.get(type)
      return { type, count, hourly_micros: price === undefined ? null : price * count }
    })
    .toSorted((a, b) => b.count - a.count || a.type.localeCompare(b.type))
  const hourly_micros = types.reduce((sum, one) => sum + (one.hourly_micros ?? 0), 0)
  return { resources: resources.length, hourly_micros, types }
}

export interface ContentLimits {
  max_resources: number | null
  max_hourly_cost: number | null
}

/** Exceeded limits. Reaching a limit is allowed. */
export function excessOf(counted: CountedContents, { max_resources, max_hourly_cost }: ContentLimits): Excess[] {
  const over: Excess[] = []
  if (max_resources !== null && counted.resources > max_resources) over.push('resources')
  if (max_hourly_cost !== null && counted.hourly_micros > max_hourly_cost) over.push('cost')
  return over
}

/** Maximum number of resources in an exam environment; the same as the default of a lab. */
const EXAM_MAX_RESOURCES = 50

/** Limits from the snapshot of the run. Exams have no cost limit: they are never ended because of cost. */
export async function limitsOf(db: Db, deployment: DeploymentRow): Promise<ContentLimits> {
  if (!deployment.lab_id) return { max_resources: EXAM_MAX_RESOURCES, max_hourly_cost: null }
  const { max_resources, max_hourly_cost } = await findRunLab(db, deployment)
  return { max_resources, max_hourly_cost }
}
