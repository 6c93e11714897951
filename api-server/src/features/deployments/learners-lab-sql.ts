import { and, isNotNull, isNull } from 'drizzle-orm'
import { deployments } from '../../db/schema/index.ts'

/** A lab of a learner: no environment of an exam, and nothing that an author or a candidate only tries. */
export const isLearnersLab = and(isNotNull(deployments.lab_id), isNull(deployments.test))
