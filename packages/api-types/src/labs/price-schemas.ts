import { z } from 'zod'
import { count, currency, line, listFilter, search, time, uuid } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'

export const priceAction = z.enum(['update', 'delete'])

/** What a type of resource costs an hour. */
export const resourcePrice = z.object({
  id: uuid,
  cloud,
  type: z.string(),
  /** `*`: wherever no other row names the region. */
  region: z.string(),
  /** Millionths of the currency. */
  hourly_micros: count,
  currency,
  updated_at: time,
  version: z.int(),
  /** Actions that the caller may do now; they succeed unless a rate limit refuses them. */
  allowed: z.array(priceAction),
})
export type ResourcePrice = z.output<typeof resourcePrice>
export const priceFilter = listFilter({ q: search.optional(), cloud: cloud.optional() })

/** A thousand of the currency an hour is more than anything in a lab costs: a slip of the keys. */
const hourly = z.int().min(0).max(1_000_000_000, 'That is more than 1,000 an hour')
export const priceInput = z.strictObject({
  cloud,
  type: line(200).regex(/^[A-Za-z0-9_.:/-]+$/, 'Use the provider’s name of the type, such as aws_instance'),
  region: line(40)
    .regex(/^(\*|[a-z0-9-]+)$/, 'Use the name of a region, or * for all others')
    .default('*'),
  hourly_micros: hourly,
})
export const priceEdit = z.strictObject({ version: z.int(), hourly_micros: hourly })
