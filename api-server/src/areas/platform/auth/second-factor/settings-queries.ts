import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { settings } from '../../../../db/schema/index.ts'
import { ADMIN_SECOND_FACTOR } from '../../../../identity/queries.ts'

type Requirement = 'required' | 'optional'

export async function findAdminSecondFactor(db: Db): Promise<Requirement> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, ADMIN_SECOND_FACTOR))
  return row?.value === 'required' ? 'required' : 'optional'
}

export async function saveAdminSecondFactor(tx: Db, value: Requirement, updated_by: string) {
  await tx
    .insert(settings)
    .values({ key: ADMIN_SECOND_FACTOR, value, updated_by })
    .onConflictDoUpdate({ target: settings.key, set: { value, updated_by, updated_at: sql`now()` } })
}
