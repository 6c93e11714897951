import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.ts'
import { examAttempts } from '../../../db/schema/index.ts'
import type { Held } from '../../../extension-points/held-content.ts'

/** Notes, reports, points and cases reference the attempt, so they move with it. */
export async function moveAttempts(tx: Tx, { user_id, exam_id }: Held, to: string): Promise<void> {
  if (!exam_id) return
  await tx
    .update(examAttempts)
    .set({ user_id: to, version: sql`${examAttempts.version} + 1` })
    .where(and(eq(examAttempts.user_id, user_id), eq(examAttempts.exam_id, exam_id)))
}
