import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { courses, homePage } from '../../../db/schema/index.ts'

export async function findHomePage(db: Db) {
  const [row] = await db
    .select({ blocks: homePage.blocks, version: homePage.version })
    .from(homePage)
    .where(eq(homePage.id, 1))
  return row
}

/** Saves the version that follows `version`; false if another administrator was faster. */
export async function saveHomePage(tx: Db, { version, blocks }: Omit<typeof homePage.$inferInsert, 'id'>) {
  const saved =
    version === 0
      ? await tx.insert(homePage).values({ blocks }).onConflictDoNothing().returning({ id: homePage.id })
      : await tx
          .update(homePage)
          .set({ blocks, version: sql`${homePage.version} + 1`, updated_at: sql`now()` })
          .where(and(eq(homePage.id, 1), eq(homePage.version, version ?? 0)))
          .returning({ id: homePage.id })
  return saved.length > 0
}

/** Whether a published course has a certificate. */
export async function hasCertificates(db: Db): Promise<boolean> {
  const rows = await db
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.status, 'published'), isNotNull(courses.certificate_type)))
    .limit(1)
  return rows.length > 0
}
