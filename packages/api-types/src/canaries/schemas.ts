import { z } from 'zod'
import { cloudResources } from '../cloud-accounts/schemas.ts'
import { count, time, uuid } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'
import { labHealth } from '../labs/schemas.ts'

export type { CanaryScript } from './script.ts'

/** Result of a run. `stopped`: an administrator ended it, which says nothing about the lab. */
export const canaryOutcome = z.enum(['solved', 'failed', 'stopped'])
export type CanaryOutcome = z.output<typeof canaryOutcome>

/** One run of the canary through a lab or an exam. */
export const canaryRun = z.object({
  id: uuid,
  /** Null if no deployment could be requested, and always null for exams, which need none. */
  deployment_id: uuid.nullable(),
  begun_at: time,
  /** True if started manually, false if scheduled. */
  by_hand: z.boolean(),
  /** Latest revision of the lab or exam when the run began; null if it has none. */
  revision: count.nullable(),
  module_version: z.string(),
  /** Current step; null after the run has ended. */
  doing: z.enum(['building', 'solving', 'ending']).nullable(),
  ended_at: time.nullable(),
  outcome: canaryOutcome.nullable(),
  /** Step that failed: `extra_data`, `build`, `console`, the slug of a flag, `time` or `end`. */
  failed_step: z.string().nullable(),
  message: z.string().nullable(),
  seconds_to_credentials: count.nullable(),
})
export type CanaryRun = z.output<typeof canaryRun>

const settings = {
  /** False: the lab is tested only manually. */
  enabled: z.boolean(),
  every_hours: z
    .int()
    .min(1)
    .max(24 * 31, 'At most 744 hours (one month)'),
  /** Maximum number of runs per calendar month (UTC), including manual ones. */
  monthly_runs: z.int().min(0).max(1000),
}

/** Canary settings of a lab and its latest 20 runs. */
export const labCanary = z.object({
  ...settings,
  version: count,
  has_script: z.boolean(),
  health: labHealth,
  runs_this_month: count,
  runs: z.array(canaryRun),
  /** Reason it cannot be tested now, other than a lack of free accounts; null if it can. */
  refusal: z.string().nullable(),
  allowed: z.array(z.enum(['update', 'try'])),
})
export type LabCanary = z.output<typeof labCanary>

/** Latest 20 canary runs of an exam. The canary runs once a day if the exam can be tested. */
export const examCanary = z.object({
  health: labHealth,
  runs: z.array(canaryRun),
  /** Reason it cannot be tested; null if it can. */
  refusal: z.string().nullable(),
  allowed: z.array(z.enum(['try'])),
})
export type ExamCanary = z.output<typeof examCanary>

export const labCanaryEdit = z.strictObject({ version: count, ...settings })

/**
 * Proof that a cloud worked end to end, from lease to clean-up receipt. Recorded by `npm run cloud-proof`, with an account and a lab of the server's
 * operator.
 */
export const cloudProof = z.object({
  cloud,
  /** Time at which the second clean-up pass found the account empty. */
  at: time,
  account_id: z.string(),
  lab: z.string(),
  module: z.string(),
  module_version: z.string(),
  /** Program that built the lab, such as Terraform 1.11.4. */
  program: z.string(),
  removed: cloudResources,
  residue: cloudResources,
})
export type CloudProof = z.output<typeof cloudProof>
