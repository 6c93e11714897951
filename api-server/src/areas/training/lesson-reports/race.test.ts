import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { enrol } from '../../../../test/fixtures/feedback-course.ts'
import { audit, lessonReports, outbox } from '../../../db/schema/index.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { MAX_UNANSWERED, reportLesson } from './service.ts'

describeOnPostgres('reports of errors on real Postgres', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ database: await openTestPostgres() })
    await enrol(app, 'ana', await makeCourse(app.deps.db, 'aws'))
  })
  afterAll(() => app.close())

  test('twenty clicks store no more reports than allowed, and ten administrators close one once', async () => {
    const user = (await app.as('ana').getMe()) as unknown as CurrentUser
    const place = { slug: 'aws', section: 'start', lesson: 'first' }
    // Calls the service directly, because the route has a rate limit.
    const reported = await Promise.allSettled(
      Array.from({ length: 20 }, () => reportLesson(app.deps, user, place, { kind: 'typo', words: 'A word too many' })),
    )
    expect(reported.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_UNANSWERED)
    const [{ id } = { id: '' }] = await app.deps.db.select().from(lessonReports)
    const closed = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        app.asAdmin.decideLessonReport({
          id,
          lessonReportDecision: { version: 1, state: 'closed', answer: `Answer ${n}` },
        }),
      ),
    )
    expect(closed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await app.deps.db.select().from(outbox).where(eq(outbox.kind, 'lesson_report_closed'))).toHaveLength(1)
    expect(await app.deps.db.select().from(audit).where(eq(audit.action, 'lesson_reports.close'))).toHaveLength(1)
  })
})
