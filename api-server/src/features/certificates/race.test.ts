import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { makeCourse } from '../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../test/database.ts'
import { certificates, courseProgress, entitlements, outbox } from '../../db/schema/index.ts'

describeOnPostgres('certificates on real Postgres', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ database: await openTestPostgres() })
  })
  afterAll(() => app.close())

  test('twenty clicks on generate issue one certificate, and all read it', async () => {
    const course = await makeCourse(app.deps.db, 'aws', { certificate_type: 'required' })
    const user_id = await app.idOf('ana')
    const row = { user_id, course_id: course.id }
    await app.deps.db.insert(entitlements).values({ ...row, kind: 'course', source: 'administrator' })
    await app.deps.db.insert(courseProgress).values({ ...row, completed_at: new Date() })
    const issued = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.as('ana').generateCertificate({
          course_id: 'aws',
          generateCertificatePayload: { name: 'Ana Lovelace', type: 'required' },
        }),
      ),
    )
    expect(new Set(issued.map(({ id }) => id)).size).toBe(1)
    expect(await app.deps.db.select().from(certificates).where(eq(certificates.user_id, user_id))).toHaveLength(1)
    expect(await app.deps.db.select().from(outbox)).toHaveLength(1)
  })
})
