import { z } from 'zod'
import { cloudResources } from '../cloud-accounts/schemas.ts'
import { count, time, uuid } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'
import { labHealth } from '../labs/schemas.ts'

export type { CanaryScript } from './script.ts'

/** What came of a run. `stopped`: somebody ended it, which says nothing about the lab. */
export const canaryOutcome = z.enum(['solved', 'failed', 'stopped'])
export type CanaryOutcome = z.output<typeof canaryOutcome>

/** One run of the canary through a lab or an exam. */
export const canaryRun = z.object({
  id: uuid,
  /** Null when none could be asked for, and of every run of an exam, which needs none. */
  deployment_id: uuid.nullable(),
  begun_at: time,
  /** By hand, or because it was due. */
  by_hand: z.boolean(),
  /** The latest revision of the lab or the exam when the run began; null where there is none. */
  revision: count.nullable(),
  module_version: z.string(),
  /** What it does now; null once it is over. */
  doing: z.enum(['building', 'solving', 'ending']).nullable(),
  ended_at: time.nullable(),
  outcome: canaryOutcome.nullable(),
  /** Where it failed: `extra_data`, `build`, `console`, the slug of a flag, `time` or `end`. */
  failed_step: z.string().nullable(),
  message: z.string().nullable(),
  seconds_to_credentials: count.nullable(),
})
export type CanaryRun = z.output<typeof canaryRun>

const settings = {
  /** Off: the lab is tried only by hand. */
  enabled: z.boolean(),
  every_hours: z
    .int()
    .min(1)
    .max(24 * 31, 'At most 744 hours, a month'),
  /** Runs within a calendar month in UTC, those by hand too. */
  monthly_runs: z.int().min(0).max(1000),
}

/** What the canary does with a lab, and what came of its latest 20 runs. */
export const labCanary = z.object({
  ...settings,
  version: count,
  has_script: z.boolean(),
  health: labHealth,
  runs_this_month: count,
  runs: z.array(canaryRun),
  /** Why it cannot be tried now, apart from a free account; null when it can. */
  refusal: z.string().nullable(),
  allowed: z.array(z.enum(['update', 'try'])),
})
export type LabCanary = z.output<typeof labCanary>

/** What came of the latest 20 runs of the canary through an exam. It is tried once a day where it can be. */
export const examCanary = z.object({
  health: labHealth,
  runs: z.array(canaryRun),
  /** Why it cannot be tried; null when it can. */
  refusal: z.string().nullable(),
  allowed: z.array(z.enum(['try'])),
})
export type ExamCanary = z.output<typeof examCanary>

export const labCanaryEdit = z.strictObject({ version: count, ...settings })

/** That a cloud worked once from lease to receipt: by `npm run cloud-proof`, with an account and a lab of whoever runs this server. */
export const cloudProof = z.object({
  cloud,
  /** When the second pass found the account empty. */
  at: time,
  account_id: z.string(),
  lab: z.string(),
  module: z.string(),
  module_version: z.string(),
  /** What built it, such as Terraform 1.11.4. */
  program: z.string(),
  removed: cloudResources,
  residue: cloudResources,
})
export type CloudProof = z.output<typeof cloudProof>
