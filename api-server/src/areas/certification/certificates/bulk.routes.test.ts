import { eq, inArray } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { createManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import { audit, certificates, certificateVersions, outbox } from '../../../db/schema/index.ts'

let app: TestApp
let course: { id: string }
beforeAll(async () => {
  app = await startTestApp({ deps: { queue: createManualQueue(() => app.deps) } })
  course = await makeCourse(app.deps.db, 'aws')
})
afterAll(() => app.close())

let made = 0
async function certified(username: string, more: Partial<typeof certificates.$inferInsert> = {}) {
  const id = `bulk-${++made}`
  const user_id = await app.idOf(username)
  await app.deps.db
    .insert(certificates)
    .values({ id, user_id, type: 'required', name: `Name of ${username}`, title: 'T', ...more })
  return id
}
const start = (action: 'certificates.revoke' | 'certificates.restore' | 'certificates.send', ids: string[]) =>
  app.asAdmin.startBulk({ bulkAsk: { action, ids, reason: 'Leaked exam' } })
const stateOf = async (id: string) => (await app.asVisitor.getCertificate({ id })).state

test('many are revoked with one reason, each with a version, and restored unless changed since', async () => {
  const ids = [await certified('ana'), await certified('bea'), await certified('cleo', { withdrawn_at: new Date() })]
  const job = await start('certificates.revoke', ids)
  expect(job).toMatchObject({ done: 2, failed: 1 })
  expect(await app.asVisitor.getCertificate({ id: ids[0]! })).toMatchObject({ state: 'revoked', reason: 'Leaked exam' })
  await app.asAdmin.updateCertificate({ certificateEdit: { id: ids[1]!, version: 2, name: 'Bea Right' } })
  expect(await app.asAdmin.undoBulkJob({ job_id: job.id })).toMatchObject({ done: 1, failed: 1 })
  expect(await stateOf(ids[0]!)).toBe('valid')
  expect(await stateOf(ids[1]!)).toBe('revoked')
  const versions = await app.deps.db
    .select()
    .from(certificateVersions)
    .where(eq(certificateVersions.certificate_id, ids[0]!))
  expect(versions.map(({ version }) => version).sort()).toEqual([2, 3])
})

test('a certificate whose owner has a newer one is not restored', async () => {
  const older = await certified('dora', { course_id: course.id, revoked_at: new Date() })
  await certified('dora', { course_id: course.id })
  expect(await start('certificates.restore', [older])).toMatchObject({ done: 0, failed: 1 })
  expect(await stateOf(older)).toBe('revoked')
})

test('many are mailed to their owners, and one without an account is reported', async () => {
  const ids = [await certified('emil'), await certified('fay', { user_id: null })]
  expect(await start('certificates.send', ids)).toMatchObject({ done: 1, failed: 1 })
  const mails = await app.deps.db
    .select()
    .from(outbox)
    .where(
      inArray(
        outbox.about,
        ids.map((id) => `certificate:${id}`),
      ),
    )
  expect(mails).toMatchObject([{ recipient: (await app.as('emil').getMe()).email }])
})

test('an archive contains the PDF of each, with safe file names', async () => {
  const ids = [
    await certified('gus', { name: '../../etc/Gus' }),
    await certified('hal', { revoked_at: new Date(), reason: 'Shared flags' }),
    await certified('ivy', { withdrawn_at: new Date() }),
  ]
  const answer = await app.asAdmin.archiveCertificates({ certificateArchiveAsk: { ids } })
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  expect(Object.keys(files).sort()).toEqual([`Name of hal ${ids[1]}.pdf`, `etc Gus ${ids[0]}.pdf`].sort())
  for (const file of Object.values(files)) expect(strFromU8(file.subarray(0, 5))).toBe('%PDF-')
  const [entry] = await app.deps.db.select().from(audit).where(eq(audit.action, 'certificates.archive'))
  expect(entry).toMatchObject({ actor: 'administrator-of-tests', after: { count: 2 } })
})

test('an archive needs permission, matching certificates, and not too many', async () => {
  const ask = (certificateArchiveAsk: { filter?: string; ids?: string[] }, by = app.asAdmin) =>
    by.archiveCertificates({ certificateArchiveAsk })
  const reader = app.as('reader', { roles: ['user', 'admin'], capabilities: ['finance'] })
  await expect(ask({ filter: '{}' }, reader)).rejects.toMatchObject({ status: 403 })
  await expect(ask({ filter: '{"q":"no such person"}' })).rejects.toMatchObject({ status: 409 })
  await expect(ask({})).rejects.toMatchObject({ status: 422 })
  await app.deps.db
    .insert(certificates)
    .values(
      Array.from({ length: 501 }, (_, n) => ({ id: `many-${n}`, type: 'arte' as const, name: 'Many', title: 'T' })),
    )
  await expect(ask({ filter: '{"type":"arte"}' })).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'filter', message: expect.stringContaining('500') }],
  })
})

test('the list filters by course and issue date, and finds a username', async () => {
  const id = await certified('jane-of-search', { course_id: course.id, issued_at: new Date('2021-05-05T12:00:00Z') })
  const found = async (filter: object) =>
    (await app.asAdmin.listCertificates({ filter: JSON.stringify(filter) })).data.map((row) => row.id)
  expect(await found({ q: 'jane-of-search', course: 'aws' })).toEqual([id])
  const may = { issued_from: '2021-05-01T00:00:00.000Z', issued_until: '2021-06-01T00:00:00.000Z' }
  expect(await found(may)).toEqual([id])
  expect(await found({ ...may, course: 'nowhere' })).toEqual([])
  expect(await found({ ...may, exam: 'nowhere' })).toEqual([])
})
