import type { FieldError } from '@flagyard/api-types'
import { DEFAULT_CURRENCY, formatMicros } from '@flagyard/api-types/contract/money'
import type { Db } from '../../../../db/open.ts'
import { listHighestPrices } from '../../../catalogue/labs/index.ts'
import type { Lab } from '../model.ts'

type Planned = Pick<Lab, 'cloud' | 'module_stages' | 'max_resources' | 'max_hourly_cost'>

/** Planned resources of a module, and their hourly cost by the price list. Null if the stages do not list resources. */
export async function planOf(db: Db, { cloud, module_stages }: Planned) {
  const types = module_stages.flatMap(({ resources }) => resources.map(({ type }) => type))
  if (types.length === 0) return null
  const prices = await listHighestPrices(db, cloud, [...new Set(types)])
  return {
    resources: types.length,
    hourly_cost: types.reduce((sum, type) => sum + (prices.get(type) ?? 0), 0),
    unpriced: [...new Set(types)].filter((type) => !prices.has(type)).sort(),
  }
}

/** Limits of the lab that its plan exceeds. Types without a price do not count towards the cost limit. */
export async function missingInPlan(db: Db, lab: Planned): Promise<FieldError[]> {
  const plan = await planOf(db, lab)
  if (!plan) return []
  const { max_resources, max_hourly_cost } = lab
  const tooMany = `The module plans ${plan.resources} resources, and the lab allows ${max_resources}.`
  const tooDear = `What the module plans costs ${cost(plan.hourly_cost)} an hour, and the lab allows ${cost(max_hourly_cost ?? 0)}.`
  return [
    ...(plan.resources > max_resources ? [{ field: 'max_resources', message: tooMany }] : []),
    ...(max_hourly_cost !== null && plan.hourly_cost > max_hourly_cost
      ? [{ field: 'max_hourly_cost', message: tooDear }]
      : []),
  ]
}

const cost = (micros: number) => formatMicros(micros, DEFAULT_CURRENCY)
