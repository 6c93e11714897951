import { sql } from 'drizzle-orm'
import { certificates } from '../../../db/schema/index.ts'

/** Label of a certificate in lists. */
export const certificateLabel = sql<string>`(${certificates.name} || ' · ' || ${certificates.title})`
