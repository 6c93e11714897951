import { z } from 'zod'
import { count, time, uuid } from '../contract/fields.ts'
import { deployment, deploymentState } from '../deployments/schemas.ts'
import { myFlag } from '../flags/schemas.ts'
import { extraField, lab } from '../labs/schemas.ts'

/** A lab with the caller's access, remaining use and current deployment. */
export const myLab = lab.extend({
  has_access: z.boolean(),
  /** Whether the caller owns it separately, not only through a course. */
  single: z.boolean(),
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  access_ends_at: time.nullable(),
  resets_left: count,
  extra_fields: z.array(extraField),
  extra_data: z.record(z.string(), z.string()),
  /** The lab is not built until its extra data is provided. */
  needs_extra_data: z.boolean(),
  solved_flags: count,
  course: z.object({ slug: z.string(), section: z.string(), lesson: z.string() }).nullable(),
  deployment: deployment.nullable(),
})
export type MyLab = z.output<typeof myLab>

/** A lab with everything shown in the lab room. */
export const myLabDetails = myLab.extend({
  /** Markdown text of the lab's lesson; empty for callers without access. */
  instructions: z.string(),
  /** The caller's public IPv4 address, as a suggestion for extra data; null if they connect over IPv6. */
  my_address: z.string().nullable(),
  /** Its files; empty for callers without access. */
  downloads: z.array(z.object({ name: z.string(), bytes: count })),
  /** Number of downloads left. */
  downloads_left: count,
  /** The walkthrough of the lab opens once every required flag is solved. */
  walkthrough_state: z.enum(['none', 'closed', 'open']),
  /** Whether it can be rehearsed in a simulated account. */
  can_rehearse: z.boolean(),
  /** Whether the lab has a defence question about the cloud's log, asked after the flags are solved. */
  has_defense: z.boolean(),
})
export type MyLabDetails = z.output<typeof myLabDetails>

export const labDownloadPayload = z.strictObject({ name: z.string().min(1).max(200) })

export const addExtraDataLabPayload = z.strictObject({ values: z.record(z.string().max(64), z.string().max(500)) })

/** A learner's use of a lab, for support. */
export const userLab = z.object({
  /** Slug of the lab. */
  id: z.string(),
  title: z.string(),
  /** Owned separately, so its days can be extended here. In a course, it is open as long as the course is. */
  single: z.boolean(),
  first_deployed_at: time.nullable(),
  access_ends_at: time.nullable(),
  resets_used: count,
  resets: count,
  downloads_used: count,
  download_limit: count,
  downloads: count,
  /** State of the learner's active deployment. */
  state: deploymentState.nullable(),
  deployment_id: uuid.nullable(),
  version: count,
  allowed: z.array(z.enum(['extend_access', 'download_limit', 'reset_resets', 'reset'])),
})
export type UserLab = z.output<typeof userLab>

const why = z
  .string()
  .trim()
  .min(3, 'Enter a reason. It is recorded in the audit log and shown to the learner')
  .max(500)

/** The version that the administrator saw, and the reason. Without a version, the current state is changed. */
export const labCorrection = z.strictObject({ version: z.int().min(0).optional(), reason: why.optional() })

/** The deployment that the administrator saw, so that a lab rebuilt in the meantime is not rebuilt again. Default: the running one. */
export const labRebuild = z.strictObject({ deployment_id: uuid.optional(), reason: why.optional() })

export const extendAccessQuery = z.strictObject({ days: z.coerce.number().int().min(1).max(3650) })

export const downloadLimitQuery = z.strictObject({ download_limit: z.coerce.number().int().min(0).max(1000) })

export const submitFlagPayload = z.strictObject({ flag: z.string().max(500) })

export const flagResult = z.object({
  correct: z.boolean(),
  flag: myFlag,
  /** Whether this flag completed its lesson. */
  lesson_completed: z.boolean(),
})

export const labFlagPayload = z.strictObject({
  flag: z.string().trim().min(1, 'Enter the flag that you found').max(500),
})

/** Result of a submission for any flag of a lab, with the flag that it solves, if any. */
export const labFlagResult = flagResult.extend({ flag: myFlag.nullable() })

/** Solution of the flag, for learners who solved it: either a link or a text. */
export const walkthrough = z.object({ url: z.string().nullable(), markdown: z.string().nullable() })
