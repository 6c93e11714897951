import { eq } from 'drizzle-orm'
import { betaTesters, courses } from '../../db/schema/index.ts'
import type { PersonalData } from '../../extension-points/personal-data.ts'

export const betaTesterData: PersonalData = {
  name: 'beta-tests',
  tables: ['beta_testers'],
  async collect(db, { id }) {
    const beta = await db
      .select({ course: courses.slug, added_at: betaTesters.added_at })
      .from(betaTesters)
      .innerJoin(courses, eq(courses.id, betaTesters.course_id))
      .where(eq(betaTesters.user_id, id))
    return { beta_tests: beta }
  },
  async erase(tx, { id }) {
    await tx.delete(betaTesters).where(eq(betaTesters.user_id, id))
  },
}
