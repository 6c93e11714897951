import { z } from 'zod'
import { count, listFilter, money, search, time } from '../contract/fields.ts'
import { cloud, level } from '../courses/schemas.ts'
import { deployment } from '../deployments/schemas.ts'

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
export const extraField = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string(),
  required: z.boolean(),
  max_length: z.int(),
})

/** The public lab page. */
export const lab = labCard.extend({
  description: z.string(),
  extensions: count,
  resets: count,
  access_days: z.int(),
})
export type Lab = z.output<typeof lab>

/** A lab with the caller's access, remaining use and current deployment. */
export const myLab = lab.extend({
  has_access: z.boolean(),
  /** Mine by itself, and not only as part of a course. */
  single: z.boolean(),
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  access_ends_at: time.nullable(),
  resets_left: count,
  extra_fields: z.array(extraField),
  extra_data: z.record(z.string(), z.string()),
  solved_flags: count,
  course: z.object({ slug: z.string(), section: z.string(), lesson: z.string() }).nullable(),
  deployment: deployment.nullable(),
})
export type MyLab = z.output<typeof myLab>

export const addExtraDataLabPayload = z.strictObject({ values: z.record(z.string().max(64), z.string().max(500)) })
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
  updated_at: time,
})
export type LabRow = z.output<typeof labRow>
export const labFilter = listFilter({
  q: search.optional(),
  status: z.enum(['draft', 'published', 'archived']).optional(),
  cloud: cloud.optional(),
  difficulty: level.optional(),
})
export const labEdit = z.looseObject({ version: z.int().optional() })
export const extendAccessQuery = z.strictObject({ days: z.coerce.number().int().min(1).max(3650) })
export const downloadLimitQuery = z.strictObject({ download_limit: z.coerce.number().int().min(0).max(1000) })
