import { inArray } from 'drizzle-orm'
import { deployments } from '../../db/schema/index.ts'

/** A deployment in one of these states counts as the one of its lab, and keeps what it began with. */
export const ACTIVE = ['queued', 'held', 'provisioning', 'running'] as const

export const isActiveState = inArray(deployments.state, [...ACTIVE])
