import { z } from 'zod'
import { accountSearch, count, line, listFilter, time, uuid } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'
import { deploymentState, endReason } from '../deployments/schemas.ts'

export const flagAlertState = z.enum(['open', 'dismissed', 'confirmed'])
export type FlagAlertState = z.output<typeof flagAlertState>
export const flagAlertAction = z.enum(['decide'])

/** A learner submitted another learner's dynamic flag. */
export const flagAlertRow = z.object({
  id: uuid,
  state: flagAlertState,
  /** Learner who submitted it. */
  username: z.string(),
  /** Learner whose flag it is. */
  owner: z.string(),
  flag: z.string(),
  /** Slug of the lab or exam. */
  lab: z.string().nullable(),
  exam: z.string().nullable(),
  at: time,
  resolved_at: time.nullable(),
  version: z.int(),
  allowed: z.array(flagAlertAction),
})
export type FlagAlertRow = z.output<typeof flagAlertRow>

const word = z.string().min(1).max(64).optional()
export const flagAlertFilter = listFilter({
  state: flagAlertState.optional(),
  /** Learner who submitted the flag, or its owner. */
  username: accountSearch.min(1).optional(),
  lab: word,
  exam: word,
  /** Start of the span, inclusive. */
  since: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
})

/** Environment that the flag came from, or that it was submitted to. */
export const alertDeployment = z.object({
  id: uuid,
  state: deploymentState,
  reason: endReason.nullable(),
  cloud,
  account_id: z.string().nullable(),
  running_at: time.nullable(),
  ended_at: time.nullable(),
})

/** One of the two learners, with activity around that time. */
export const alertSide = z.object({
  username: z.string(),
  full_name: z.string(),
  state: z.enum(['active', 'inactive', 'disabled', 'deleting']),
  deployment: alertDeployment.nullable(),
  /** Submissions for this flag, latest first. The submitted values are not included. */
  tries: z.array(z.object({ at: time, correct: z.boolean(), late: z.boolean(), is_this: z.boolean() })),
  tries_count: count,
  solved_at: time.nullable(),
  /** Sessions that were signed in at the time of the submission, within the session retention period. */
  sessions: z.array(
    z.object({
      address: z.string().nullable(),
      user_agent: z.string().nullable(),
      created_at: time,
      last_used_at: time,
    }),
  ),
  /** Number of other alerts with the learner in the same role. */
  other_alerts: count,
})
export type AlertSide = z.output<typeof alertSide>

export const flagAlert = flagAlertRow.extend({
  attempt_id: uuid.nullable(),
  attempt_number: count.nullable(),
  /** Whether the attempt already has a conduct case. */
  has_conduct_case: z.boolean(),
  giver: alertSide,
  holder: alertSide,
  /** Seconds from the owner's solution to the submission; null if the owner did not solve it. */
  seconds_after_solve: z.int().nullable(),
  /** IP addresses from which both signed in. */
  shared_addresses: z.array(z.string()),
  resolution: z.string().nullable(),
  resolved_by: z.string().nullable(),
})
export type FlagAlert = z.output<typeof flagAlert>

export const flagAlertDecision = z.strictObject({
  version: z.int(),
  decision: z.enum(['dismissed', 'confirmed']),
  reason: line(500).min(1, 'Enter a reason for the decision'),
  /** Sends a warning to the learner who submitted it; only with `confirmed`. */
  warn: z.boolean().optional(),
})
