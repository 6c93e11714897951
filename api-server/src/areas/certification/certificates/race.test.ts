import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { certificateCorrections, certificates, courseProgress, entitlements, outbox } from '../../../db/schema/index.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { requestCorrection } from './corrections/service.ts'

describeOnPostgres('certificates on real Postgres', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ database: await openTestPostgres() })
  })
  afterAll(() => app.close())

  test('twenty concurrent requests issue one certificate, which all return', async () => {
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

  test('twenty requests create one correction, and ten administrators decide it once', async () => {
    const [{ id } = { id: '' }] = await app.as('ana').listMyCertificates()
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => ask('ana', id)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const rows = await app.deps.db.select().from(certificateCorrections)
    expect(rows).toHaveLength(1)
    const decided = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        app.asAdmin.decideCertificateCorrection({
          id: rows[0]!.id,
          correctionDecision: { version: 1, state: 'accepted' },
        }),
      ),
    )
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await app.asVisitor.getCertificate({ id })).version).toBe(2)
  })

  /** Calls the service directly, because the call has a rate limit. */
  const ask = async (username: string, id: string) =>
    requestCorrection(app.deps, (await app.as(username).getMe()) as unknown as CurrentUser, id, {
      name: 'Ana M. Lovelace',
      reason: 'The middle name is missing',
    })
})
