import { sql } from 'drizzle-orm'
import { certificates } from '../../db/schema/index.ts'

/** What a certificate is called among many. */
export const certificateLabel = sql<string>`(${certificates.name} || ' · ' || ${certificates.title})`
