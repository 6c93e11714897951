import { eq } from 'drizzle-orm'
import { betaTesters, courses } from '../../db/schema/index.ts'
import { because, type PersonalData, personalRows } from '../../extension-points/personal-data.ts'

const tests = personalRows(betaTesters, {
  course_id: { notExported: 'told by its name' },
  user_id: { notExported: because.ours },
  added_at: { exported: true },
})

export const betaTesterData: PersonalData = {
  name: 'beta-tests',
  tables: [tests],
  async collect(db, { id }) {
    const beta = await db
      .select({ course: courses.slug, ...tests.shown })
      .from(betaTesters)
      .innerJoin(courses, eq(courses.id, betaTesters.course_id))
      .where(eq(betaTesters.user_id, id))
    return { beta_tests: beta }
  },
  async erase(tx, { id }) {
    await tx.delete(betaTesters).where(eq(betaTesters.user_id, id))
  },
}
