import { z } from 'zod'
import { count, currency, line, listFilter, money, search, time, uuid } from '../contract/fields.ts'
import { cloud, level } from '../courses/schemas.ts'

export const labCard = z.object({
  slug: z.string(),
  title: z.string(),
  difficulty: level,
  cloud,
  price: money.nullable(),
  duration_minutes: count,
  flags: count,
})
export type LabCard = z.output<typeof labCard>

/** Input types of a lab's extra data: free text, an IPv4 address, an IPv4 range, an e-mail address, or one of a list of choices. */
export const extraFieldType = z.enum(['text', 'ipv4', 'cidr', 'email', 'choice'])
export type ExtraFieldType = z.output<typeof extraFieldType>

export const extraField = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string(),
  required: z.boolean(),
  max_length: z.int(),
  type: extraFieldType.default('text'),
  choices: z.array(z.string()).default([]),
})
export type ExtraField = z.output<typeof extraField>

export const lab = labCard.extend({
  description: z.string(),
  extensions: count,
  extension_minutes: count,
  resets: count,
  access_days: z.int(),
})
export type Lab = z.output<typeof lab>

/** A lab with additional facts for potential buyers. */
export const publicLab = lab.extend({
  points: count,
  /** Labels of the extra data it requires before it is built. */
  asks_for: z.array(z.string()),
  downloads: count,
  /** Slugs of the published courses that use it. */
  courses: z.array(z.string()),
  /** Lesson in which anyone can rehearse it; null if there is none. */
  rehearsal: z.object({ course: z.string(), section: z.string(), lesson: z.string() }).nullable(),
})
export type PublicLab = z.output<typeof publicLab>

/** Latest canary result of a lab or exam. */
export const labHealth = z.object({ ok: z.boolean(), at: time, message: z.string() }).nullable()
export type LabHealth = z.output<typeof labHealth>

/** `never`: the canary has not run yet. */
export const labHealthState = z.enum(['never', 'solved', 'failed'])
export type LabHealthState = z.output<typeof labHealthState>

export const labRow = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  cloud,
  status: z.string(),
  difficulty: level,
  duration_minutes: count,
  flags: count,
  deployments: count,
  health: labHealth,
  updated_at: time,
})
export type LabRow = z.output<typeof labRow>

export const labFilter = listFilter({
  q: search.optional(),
  status: z.enum(['draft', 'published', 'archived']).optional(),
  cloud: cloud.optional(),
  difficulty: level.optional(),
  health: labHealthState.optional(),
})

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
