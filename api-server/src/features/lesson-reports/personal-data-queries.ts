import { asc, eq } from 'drizzle-orm'
import { courses, lessonReports, lessons } from '../../db/schema/index.ts'
import { because, type PersonalData, personalColumns } from '../../extension-points/personal-data.ts'

const kept = 'the lesson is corrected by it, linked to nobody'

const reported = personalColumns(lessonReports, {
  id: { notExported: because.ours, kept },
  user_id: { notExported: because.ours, erased: true },
  course_id: { notExported: 'told by its name', kept },
  lesson_id: { notExported: 'told by its name', kept },
  kind: { exported: true, kept },
  words: { exported: true, kept },
  position_seconds: { exported: true, kept },
  revision: { exported: true, kept },
  state: { exported: true, kept },
  answer: { exported: true, kept },
  decided_by: { notExported: because.administrator, kept },
  decided_at: { exported: true, kept },
  created_at: { exported: true, kept },
  version: { notExported: because.work, kept },
})

export const lessonReportData: PersonalData = {
  name: 'lesson_reports',
  tables: [reported],
  kept: 'The errors in lessons that you reported, no longer linked to you.',
  async collect(db, { id }) {
    return {
      reports: await db
        .select({ ...reported.shown, course: courses.slug, lesson: lessons.title })
        .from(lessonReports)
        .innerJoin(courses, eq(courses.id, lessonReports.course_id))
        .innerJoin(lessons, eq(lessons.id, lessonReports.lesson_id))
        .where(eq(lessonReports.user_id, id))
        .orderBy(asc(lessonReports.created_at)),
    }
  },
  async erase(tx, { id }) {
    await tx.update(lessonReports).set({ user_id: null }).where(eq(lessonReports.user_id, id))
  },
}
