import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { type LabHealth, labs } from '../../../db/schema/index.ts'

/** Saves the result of the latest health check. Does not bump the version, so that open forms of the lab stay valid. */
export async function saveHealth(tx: Db, labId: string, health: LabHealth): Promise<void> {
  await tx.update(labs).set({ health }).where(eq(labs.id, labId))
}
