import { z } from 'zod'
import { count, line, time, uuid } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'
import { countedType, deploymentState } from '../deployments/schemas.ts'

/** A lab or exam environment that a freeze ends. */
export const frozenLab = z.object({
  deployment_id: uuid,
  lab: z.string().nullable(),
  exam: z.string().nullable(),
  state: deploymentState,
})

/** A cloud account held by a freeze, with its contents as of the last reading. */
export const frozenAccount = z.object({
  cloud,
  account_id: z.string(),
  lab: z.string().nullable(),
  exam: z.string().nullable(),
  resources: count.nullable(),
  types: z.array(countedType),
  read_at: time.nullable(),
})

/** Effect of a freeze or its dry run. */
export const freezeReport = z.object({
  username: z.string(),
  dry_run: z.boolean(),
  /** Sessions that are signed out. */
  sessions: count,
  labs: z.array(frozenLab),
  accounts: z.array(frozenAccount),
  /** Exams in progress, whose clocks are paused. */
  exams: z.array(z.object({ slug: z.string(), title: z.string(), seconds_left: count })),
  /** Booked exams, which stay booked. */
  booked: z.array(z.object({ slug: z.string(), title: z.string(), scheduled_at: time })),
  was_disabled: z.boolean(),
})
export type FreezeReport = z.output<typeof freezeReport>

export const freezeAsk = z.strictObject({
  dry_run: z.boolean(),
  /** Recorded in the audit log and not shown to the learner. Required unless it is a dry run. */
  reason: line(500).optional(),
  /** Pauses the clock of an exam in progress. Without it, an account with an exam in progress is not frozen. */
  stop_exam: z.boolean().optional(),
})

export const unfreezeAsk = z.strictObject({
  reason: line(500).min(1, 'Enter the reason'),
  /** Releases the held accounts to clean-up, which deletes their contents. */
  release_accounts: z.boolean().optional(),
})

/** The freeze that applies to an account. */
export const freeze = z.object({
  at: time,
  by: z.string().nullable(),
  reason: z.string(),
  sessions: count,
  labs: count,
  stopped_exam: z.boolean(),
  /** `held`: its contents are preserved. `waiting`: its lab is still ending. `released`: it has since been returned to the pool. */
  accounts: z.array(z.object({ cloud, account_id: z.string(), state: z.enum(['waiting', 'held', 'released']) })),
})
export type Freeze = z.output<typeof freeze>
