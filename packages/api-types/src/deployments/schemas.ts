import { z } from 'zod'
import { count, listFilter, time, uuid } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'
import { flagType } from '../flags/schemas.ts'

export const deploymentState = z.enum(['queued', 'held', 'provisioning', 'running', 'ending', 'ended'])
export type DeploymentState = z.output<typeof deploymentState>
/** Why a deployment ended. */
export const endReason = z.enum([
  'learner',
  'expired',
  'reset',
  'administrator',
  'failed',
  'exam_over',
  'unclaimed',
  'left_queue',
  'spend',
  'abuse',
])
export type EndReason = z.output<typeof endReason>
export const stageState = z.enum(['waiting', 'active', 'done', 'failed'])

export const stage = z.object({
  name: z.string(),
  state: stageState,
  started_at: time.nullable(),
  ended_at: time.nullable(),
  log: z.array(z.string()),
})
export type Stage = z.output<typeof stage>

/** A deployment as its learner sees it, with credentials only while it runs. */
export const deployment = z.object({
  id: uuid,
  lab: z.string(),
  cloud,
  state: deploymentState,
  reason: endReason.nullable(),
  /** Explains a failure to the learner. */
  message: z.string().nullable(),
  account_id: z.string().nullable(),
  region: z.string().nullable(),
  stages: z.array(stage),
  queue: z.object({ place: count, estimate_seconds: count.nullable() }).nullable(),
  console_url: z.string().nullable(),
  credentials: z.array(z.object({ label: z.string(), value: z.string(), secret: z.boolean() })),
  outputs: z.record(z.string(), z.string()),
  /** How long it runs once it is built: after a reset, the time that was left. */
  duration_seconds: count,
  created_at: time,
  running_at: time.nullable(),
  ends_at: time.nullable(),
  hard_deadline_at: time.nullable(),
  extensions_left: count,
  resets_left: count,
  /** Earliest time of an extension. */
  extend_from: time.nullable(),
  ended_at: time.nullable(),
})
export type Deployment = z.output<typeof deployment>

export const deploymentRow = z.object({
  id: uuid,
  state: deploymentState,
  reason: endReason.nullable(),
  lab: z.string(),
  username: z.string(),
  /** An author’s test run: it counts nowhere. */
  test: z.boolean(),
  cloud,
  account_id: z.string().nullable(),
  created_at: time,
  ends_at: time.nullable(),
  ended_at: time.nullable(),
})
export type DeploymentRow = z.output<typeof deploymentRow>

const word = z.string().min(1).max(64).optional()
export const deploymentFilter = listFilter({
  state: z.union([deploymentState, z.array(deploymentState).max(6)]).optional(),
  cloud: cloud.optional(),
  username: word,
  lab: word,
  account_id: word,
  test: z.boolean().optional(),
})

export const labTestInput = z.strictObject({ values: z.record(z.string().max(64), z.string().max(500)).default({}) })
/** An author’s test run of a lab: the deployment as its learner would see it, and which flags it solved. */
export const labTest = z.object({
  deployment: deployment.nullable(),
  /** Whether a test that starts now builds changes that are not published yet. */
  drafted: z.boolean(),
  /** Whether the lab has changed since this test began, so that solving it says nothing about the lab as it is now. */
  outdated: z.boolean(),
  flags: z.array(z.object({ id: uuid, title: z.string(), question: z.string(), type: flagType, solved: z.boolean() })),
  extra_fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      hint: z.string(),
      required: z.boolean(),
      choices: z.array(z.string()),
    }),
  ),
})
export type LabTest = z.output<typeof labTest>
