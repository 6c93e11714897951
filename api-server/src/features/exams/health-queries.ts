import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { exams, type LabHealth } from '../../db/schema/index.ts'

/** What was last found out about an exam. It is no edit: open forms of the exam stay as they are. */
export async function saveHealth(tx: Db, examId: string, health: LabHealth): Promise<void> {
  await tx.update(exams).set({ health }).where(eq(exams.id, examId))
}
