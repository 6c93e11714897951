import { inArray } from 'drizzle-orm'
import { deployments } from '../../../db/schema/index.ts'

/** States in which a deployment counts as the active one of its lab and uses the snapshot it started with. */
export const ACTIVE = ['queued', 'held', 'provisioning', 'running'] as const

export const isActiveState = inArray(deployments.state, [...ACTIVE])
