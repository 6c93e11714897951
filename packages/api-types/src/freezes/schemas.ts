import { z } from 'zod'
import { count, line, time, uuid } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'
import { countedType, deploymentState } from '../deployments/schemas.ts'

/** A lab or the environment of an exam that a freeze ends. */
export const frozenLab = z.object({
  deployment_id: uuid,
  lab: z.string().nullable(),
  exam: z.string().nullable(),
  state: deploymentState,
})

/** A cloud account that a freeze holds with what is in it, as far as that was read. */
export const frozenAccount = z.object({
  cloud,
  account_id: z.string(),
  lab: z.string().nullable(),
  exam: z.string().nullable(),
  resources: count.nullable(),
  types: z.array(countedType),
  read_at: time.nullable(),
})

/** What a freeze does, or did. */
export const freezeReport = z.object({
  username: z.string(),
  dry_run: z.boolean(),
  /** Devices that are signed out. */
  sessions: count,
  labs: z.array(frozenLab),
  accounts: z.array(frozenAccount),
  /** Exams that are being sat: their clocks stop. */
  exams: z.array(z.object({ slug: z.string(), title: z.string(), seconds_left: count })),
  /** Exams that are booked: they stay so. */
  booked: z.array(z.object({ slug: z.string(), title: z.string(), scheduled_at: time })),
  was_disabled: z.boolean(),
})
export type FreezeReport = z.output<typeof freezeReport>

export const freezeAsk = z.strictObject({
  dry_run: z.boolean(),
  /** The learner is not told it; the audit log keeps it. Needed unless it is a dry run. */
  reason: line(500).optional(),
  /** Stops the clock of an exam that is being sat. Without it such an account is not frozen. */
  stop_exam: z.boolean().optional(),
})

export const unfreezeAsk = z.strictObject({
  reason: line(500).min(1, 'Say why it is lifted'),
  /** Hands the held accounts to the clean-up: what is in them is deleted. */
  release_accounts: z.boolean().optional(),
})

/** The freeze under which an account is. */
export const freeze = z.object({
  at: time,
  by: z.string().nullable(),
  reason: z.string(),
  sessions: count,
  labs: count,
  stopped_exam: z.boolean(),
  /** `held`: its contents are kept. `waiting`: its lab is still ending. `released`: it was given back since. */
  accounts: z.array(z.object({ cloud, account_id: z.string(), state: z.enum(['waiting', 'held', 'released']) })),
})
export type Freeze = z.output<typeof freeze>
