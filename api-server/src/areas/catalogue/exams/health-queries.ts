import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { exams, type LabHealth } from '../../../db/schema/index.ts'

/** Saves the result of the latest health check. Does not bump the version, so that open forms of the exam stay valid. */
export async function saveHealth(tx: Db, examId: string, health: LabHealth): Promise<void> {
  await tx.update(exams).set({ health }).where(eq(exams.id, examId))
}
