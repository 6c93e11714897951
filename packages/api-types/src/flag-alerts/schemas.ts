import { z } from 'zod'
import { accountSearch, count, line, listFilter, time, uuid } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'
import { deploymentState, endReason } from '../deployments/schemas.ts'

export const flagAlertState = z.enum(['open', 'dismissed', 'confirmed'])
export type FlagAlertState = z.output<typeof flagAlertState>
export const flagAlertAction = z.enum(['decide'])

/** Somebody handed in another learner's dynamic flag. */
export const flagAlertRow = z.object({
  id: uuid,
  state: flagAlertState,
  /** Who handed it in. */
  username: z.string(),
  /** Whose it is. */
  owner: z.string(),
  flag: z.string(),
  /** Slug of the lab or of the exam. */
  lab: z.string().nullable(),
  exam: z.string().nullable(),
  at: time,
  resolved_at: time.nullable(),
  version: z.int(),
  /** Actions that the caller may do now; they succeed unless a rate limit refuses them. */
  allowed: z.array(flagAlertAction),
})
export type FlagAlertRow = z.output<typeof flagAlertRow>

const word = z.string().min(1).max(64).optional()
export const flagAlertFilter = listFilter({
  state: flagAlertState.optional(),
  /** Who handed it in, or whose it is. */
  username: accountSearch.min(1).optional(),
  lab: word,
  exam: word,
  /** From this moment on. */
  since: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
})

/** The environment from which a flag came, or into whose flag it was handed in. */
export const alertDeployment = z.object({
  id: uuid,
  state: deploymentState,
  reason: endReason.nullable(),
  cloud,
  account_id: z.string().nullable(),
  running_at: time.nullable(),
  ended_at: time.nullable(),
})

/** One of the two, with what is known of them around that time. */
export const alertSide = z.object({
  username: z.string(),
  full_name: z.string(),
  state: z.enum(['active', 'inactive', 'disabled', 'deleting']),
  deployment: alertDeployment.nullable(),
  /** Tries of this flag, the latest first. What was typed is not shown. */
  tries: z.array(z.object({ at: time, correct: z.boolean(), late: z.boolean(), is_this: z.boolean() })),
  tries_count: count,
  solved_at: time.nullable(),
  /** Devices that were signed in when it was handed in, as far as sessions are kept. */
  sessions: z.array(
    z.object({
      address: z.string().nullable(),
      user_agent: z.string().nullable(),
      created_at: time,
      last_used_at: time,
    }),
  ),
  /** Other alerts in which they are on the same side. */
  other_alerts: count,
})
export type AlertSide = z.output<typeof alertSide>

export const flagAlert = flagAlertRow.extend({
  attempt_id: uuid.nullable(),
  attempt_number: count.nullable(),
  /** Whether a conduct case about the attempt is there already. */
  has_conduct_case: z.boolean(),
  giver: alertSide,
  holder: alertSide,
  /** Between the moment at which its owner solved it and the one at which it was handed in; null where they did not solve it. */
  seconds_after_solve: z.int().nullable(),
  /** Addresses from which both were signed in. */
  shared_addresses: z.array(z.string()),
  resolution: z.string().nullable(),
  resolved_by: z.string().nullable(),
})
export type FlagAlert = z.output<typeof flagAlert>

export const flagAlertDecision = z.strictObject({
  version: z.int(),
  decision: z.enum(['dismissed', 'confirmed']),
  reason: line(500).min(1, 'Say why you decide so'),
  /** Writes to who handed it in; only with `confirmed`. */
  warn: z.boolean().optional(),
})
