import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { type LabHealth, labs } from '../../db/schema/index.ts'

/** What was last found out about a lab. It is no edit: open forms of the lab stay as they are. */
export async function saveHealth(tx: Db, labId: string, health: LabHealth): Promise<void> {
  await tx.update(labs).set({ health }).where(eq(labs.id, labId))
}
