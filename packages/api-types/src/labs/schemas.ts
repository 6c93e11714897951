import { z } from 'zod'
import { count, listFilter, money, search, time, uuid } from '../contract/fields.ts'
import { cloud, level } from '../courses/schemas.ts'
import { deployment, deploymentState } from '../deployments/schemas.ts'

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
/** What a field of a lab's extra data takes: any text, an IPv4 address, an IPv4 range, an e-mail address, one of its choices. */
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

/** The public lab page. */
export const lab = labCard.extend({
  description: z.string(),
  extensions: count,
  extension_minutes: count,
  resets: count,
  access_days: z.int(),
})
export type Lab = z.output<typeof lab>
/** A lab with what a visitor asks before they buy it. */
export const publicLab = lab.extend({
  /** What all its flags are worth. */
  points: count,
  /** What it asks for before it is built, in the words of its form. */
  asks_for: z.array(z.string()),
  /** How many files come with it. */
  downloads: count,
  /** Slugs of the published courses that teach with it. */
  courses: z.array(z.string()),
})
export type PublicLab = z.output<typeof publicLab>

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
  /** The lab is not built before its extra data is given. */
  needs_extra_data: z.boolean(),
  solved_flags: count,
  course: z.object({ slug: z.string(), section: z.string(), lesson: z.string() }).nullable(),
  deployment: deployment.nullable(),
})
export type MyLab = z.output<typeof myLab>

/** A lab as its room shows it. */
export const myLabDetails = myLab.extend({
  /** Text of the lab's lesson, in Markdown; empty for callers without access. */
  instructions: z.string(),
  /** The caller's public IPv4 address, to fill in where a lab asks for it; null when they came over IPv6. */
  my_address: z.string().nullable(),
  /** Its files; empty for callers without access. */
  downloads: z.array(z.object({ name: z.string(), bytes: count })),
  /** How often one of them may still be downloaded. */
  downloads_left: count,
  /** The walkthrough of the whole lab opens once every required flag is solved. */
  walkthrough_state: z.enum(['none', 'closed', 'open']),
  /** Whether it can be rehearsed in a simulated account. */
  can_rehearse: z.boolean(),
  /** Whether the cloud’s log asks its learner a question, once the flags are solved. */
  has_defense: z.boolean(),
})
export type MyLabDetails = z.output<typeof myLabDetails>

export const labDownloadPayload = z.strictObject({ name: z.string().min(1).max(200) })
export const addExtraDataLabPayload = z.strictObject({ values: z.record(z.string().max(64), z.string().max(500)) })
/** What the canary last found out about a lab or an exam. */
export const labHealth = z.object({ ok: z.boolean(), at: time, message: z.string() }).nullable()
export type LabHealth = z.output<typeof labHealth>
/** `never`: the canary has not been through it yet. */
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
/** What a learner has of a lab, for support. */
export const userLab = z.object({
  /** The lab's slug. */
  id: z.string(),
  title: z.string(),
  /** Mine by itself: its days can be extended here. In a course it is open as long as the course. */
  single: z.boolean(),
  first_deployed_at: time.nullable(),
  access_ends_at: time.nullable(),
  resets_used: count,
  resets: count,
  downloads_used: count,
  download_limit: count,
  downloads: count,
  /** The state of the learner's deployment that has not ended. */
  state: deploymentState.nullable(),
  deployment_id: uuid.nullable(),
  version: count,
  /** What the caller may do now. */
  allowed: z.array(z.enum(['extend_access', 'download_limit', 'reset_resets', 'reset'])),
})
export type UserLab = z.output<typeof userLab>
const why = z.string().trim().min(3, 'Say why. It is kept in the audit, and the learner reads it').max(500)
/** The version that the administrator saw, and why. Without a version, whatever is there is changed. */
export const labCorrection = z.strictObject({ version: z.int().min(0).optional(), reason: why.optional() })
/** The deployment that was seen: if it was built again meanwhile, it is not built a third time. Without it, the running one is meant. */
export const labRebuild = z.strictObject({ deployment_id: uuid.optional(), reason: why.optional() })
export const extendAccessQuery = z.strictObject({ days: z.coerce.number().int().min(1).max(3650) })
export const downloadLimitQuery = z.strictObject({ download_limit: z.coerce.number().int().min(0).max(1000) })
