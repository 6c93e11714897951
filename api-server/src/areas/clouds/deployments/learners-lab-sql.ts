import { and, isNotNull, isNull } from 'drizzle-orm'
import { deployments } from '../../../db/schema/index.ts'

/** Learners' labs only: no exam environments, tests or pre-flights. */
export const isLearnersLab = and(isNotNull(deployments.lab_id), isNull(deployments.test))
