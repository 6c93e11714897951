import { z } from 'zod'
import { count, currency, line, listFilter, search, time, uuid } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'

export const priceAction = z.enum(['update', 'delete'])

/** Hourly price of a resource type. */
export const resourcePrice = z.object({
  id: uuid,
  cloud,
  type: z.string(),
  /** `*`: every region without its own row. */
  region: z.string(),
  /** Millionths of the currency. */
  hourly_micros: count,
  currency,
  updated_at: time,
  version: z.int(),
  /** Actions available to the caller; they succeed unless rate limited. */
  allowed: z.array(priceAction),
})
export type ResourcePrice = z.output<typeof resourcePrice>
export const priceFilter = listFilter({ q: search.optional(), cloud: cloud.optional() })

/** Sanity limit: no resource in a lab costs more than 1,000 per hour, so a higher value is a typing error. */
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
