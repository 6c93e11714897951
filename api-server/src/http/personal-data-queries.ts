import { eq } from 'drizzle-orm'
import { idempotencyKeys } from '../db/schema/index.ts'
import type { PersonalData } from '../extension-points/personal-data.ts'

/** Answers that are stored to be given again are copies of what their features export. */
export const idempotencyData: PersonalData = {
  name: 'idempotency-keys',
  tables: ['idempotency_keys'],
  async erase(tx, { id }) {
    await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.account, id))
  },
}
