import { z } from 'zod'
import { cloudStatus, lockReason } from '../cloud-accounts/schemas.ts'
import { count, money } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'
import { deploymentState } from '../deployments/schemas.ts'

/** Figures of the console's start page, counted on each request. */
export const dashboard = z.object({
  users: z.object({ total: count, active: count, new_last_30_days: count, seen_last_7_days: count }),
  courses: z.object({ published: count, enrolments: count, completed: count }),
  certificates: z.object({ issued: count, issued_last_30_days: count }),
  orders: z.object({ paid_last_30_days: count, revenue_last_30_days: z.array(money) }),
  deployments: z.record(deploymentState, count),
  accounts: z.array(
    z.object({
      cloud,
      total: count,
      by_status: z.partialRecord(cloudStatus, count),
      by_lock: z.partialRecord(lockReason, count),
    }),
  ),
  /** Things that need an administrator, with a link to the list that shows them. */
  attention: z.array(z.object({ message: z.string(), count, to: z.string() })),
  signups: z.array(z.object({ day: z.iso.date(), count })),
})
export type Dashboard = z.output<typeof dashboard>

/** What stands between a new installation and its first learner, each step looked at as it is now. */
export const setup = z.object({
  /** There is no course, lab or exam at all. */
  is_empty: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(['second_factor', 'mail', 'payment', 'clouds', 'course']),
      done: z.boolean(),
      /** What was found. */
      found: z.string(),
    }),
  ),
})
export type Setup = z.output<typeof setup>
export type SetupStep = Setup['steps'][number]['step']
