import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import {
  audit,
  certificates,
  certificateVersions,
  courseProgress,
  entitlements,
  outbox,
} from '../../../db/schema/index.ts'

let app: TestApp
let course: { id: string }
beforeAll(async () => {
  app = await startTestApp()
  course = await makeCourse(app.deps.db, 'aws', { certificate_type: 'required' })
})
afterAll(() => app.close())

async function certified(username: string, name = 'Ana Lovelace') {
  const row = { user_id: await app.idOf(username), course_id: course.id }
  await app.deps.db.insert(entitlements).values({ ...row, kind: 'course', source: 'administrator' })
  await app.deps.db.insert(courseProgress).values({ ...row, completed_at: new Date() })
  return app.as(username).generateCertificate({
    course_id: 'aws',
    generateCertificatePayload: { name, type: 'required' },
  })
}
const auditOf = (id: string) =>
  app.deps.db.select().from(audit).where(eq(audit.subject_id, id)).orderBy(audit.at, audit.id)

test('certificates are listed, searched by name, and listed by learner', async () => {
  const { id } = await certified('ana', 'Zażółć Gęślą')
  const { data, total } = await app.asAdmin.listCertificates({ filter: JSON.stringify({ q: 'gęślą' }) })
  expect(total).toBe(1)
  expect(data).toMatchObject([{ id, username: 'ana', state: 'valid', title: 'Course aws' }])
  expect(await app.asAdmin.listUserCertificates({ username: 'ana' })).toMatchObject([{ id }])
  expect((await app.asAdmin.listCertificates({ filter: JSON.stringify({ state: 'revoked' }) })).total).toBe(0)
  await expect(app.asAdmin.listUserCertificates({ username: 'nobody' })).rejects.toMatchObject({ status: 404 })
})

test('the list filters by state, learner and erased account', async () => {
  const [past, future] = [new Date('2020-01-01'), new Date('2120-01-01')]
  const user_id = await app.idOf('sorted')
  const rows = [
    {},
    { valid_until: future },
    { valid_until: past },
    { revoked_at: past, valid_until: past },
    { withdrawn_at: past, revoked_at: past },
    { withdrawn_at: past, user_id: null },
  ]
  await app.deps.db.insert(certificates).values(
    rows.map((row, number) => ({
      id: `by-state-${number}`,
      user_id,
      type: 'required' as const,
      name: 'Sorted',
      title: 'T',
      ...row,
    })),
  )
  const listed = async (filter: object) => {
    const { data } = await app.asAdmin.listCertificates({ filter: JSON.stringify({ q: 'by-state', ...filter }) })
    return data.map(({ id, state }) => `${id.at(-1)} ${state}`).sort()
  }
  expect(await listed({ state: 'valid' })).toEqual(['0 valid', '1 valid'])
  expect(await listed({ state: 'expired' })).toEqual(['2 expired'])
  expect(await listed({ state: 'revoked' })).toEqual(['3 revoked'])
  expect(await listed({ state: 'withdrawn' })).toEqual(['4 withdrawn', '5 withdrawn'])
  expect(await listed({ username: 'Sorted' })).toHaveLength(5)
  expect(await listed({ username: '' })).toEqual(['5 withdrawn'])
  expect(await listed({ id: ['by-state-1', 'by-state-2'] })).toHaveLength(2)
})

test('a corrected name creates a new version; the old one remains, and a stale correction is rejected', async () => {
  const { id } = await certified('bea', 'Bea Typo')
  const edit = { id, version: 1, name: 'Bea Right', email: 'bea@work.example', reason: 'Misspelt' }
  await app.asAdmin.updateCertificate({ certificateEdit: edit })
  expect(await app.asVisitor.getCertificate({ id })).toMatchObject({ name: 'Bea Right', version: 2 })
  await expect(app.asAdmin.updateCertificate({ certificateEdit: edit })).rejects.toMatchObject({
    status: 409,
    code: 'stale_version',
  })
  const versions = await app.deps.db
    .select()
    .from(certificateVersions)
    .where(eq(certificateVersions.certificate_id, id))
    .orderBy(certificateVersions.version)
  expect(versions.map(({ snapshot }) => (snapshot as { name: string }).name)).toEqual(['Bea Typo', 'Bea Right'])
  expect(await app.deps.db.select().from(outbox).where(eq(outbox.recipient, 'bea@work.example'))).toHaveLength(1)
  expect(await auditOf(id)).toMatchObject([
    { action: 'certificates.update', reason: 'Misspelt', before: { name: 'Bea Typo' }, after: { name: 'Bea Right' } },
    { action: 'certificates.send', reason: 'Misspelt', after: { mailed_to: 'bea@work.example' } },
  ])
})

test('revoking needs a reason, which is public, and can be undone with one', async () => {
  const { id } = await certified('cleo')
  const edit = (changes: object) => app.asAdmin.updateCertificate({ certificateEdit: { id, version: 1, ...changes } })
  await expect(edit({ revoked: true })).rejects.toMatchObject({ status: 422, errors: [{ field: 'reason' }] })
  await edit({ revoked: true, reason: 'Shared flags' })
  expect(await app.asVisitor.getCertificate({ id })).toMatchObject({ state: 'revoked', reason: 'Shared flags' })
  const back = { version: 2, revoked: false, reason: 'It was not her' }
  const tried = await edit({ ...back, reason: undefined, dry_run: true })
  expect(tried).toMatchObject({ state: 'valid', version: 3 })
  expect(await app.asVisitor.getCertificate({ id })).toMatchObject({ state: 'revoked', version: 2 })
  await expect(edit(back)).rejects.toMatchObject({ status: 409, code: 'stale_version' })
  // It expires between the preview and the restore, which would not make it valid.
  const expire = (valid_until: Date | null) =>
    app.deps.db.update(certificates).set({ valid_until }).where(eq(certificates.id, id))
  await expire(new Date(Date.now() - 1_000))
  await expect(edit({ ...back, preview: tried.preview })).rejects.toMatchObject({ status: 409, code: 'stale_version' })
  await expire(null)
  await edit({ ...back, preview: tried.preview })
  expect(await app.asVisitor.getCertificate({ id })).toMatchObject({ state: 'valid', reason: null, version: 3 })
  expect((await auditOf(id)).map(({ action }) => action)).toEqual(['certificates.revoke', 'certificates.restore'])
})

test('a withdrawn certificate leaves a tombstone', async () => {
  const { id } = await certified('dora')
  await app.asAdmin.deleteCertificate({ id })
  await app.asAdmin.deleteCertificate({ id })
  expect(await app.asVisitor.getCertificate({ id })).toMatchObject({ state: 'withdrawn', name: null })
  expect(await app.as('dora').listMyCertificates()).toEqual([])
  expect(await app.deps.db.select().from(certificates).where(eq(certificates.id, id))).toHaveLength(1)
  expect((await auditOf(id)).map(({ action }) => action)).toEqual(['certificates.withdraw'])
  await expect(app.asAdmin.deleteCertificate({ id: 'unknown' })).rejects.toMatchObject({ status: 404 })
})

test('correcting and withdrawing need support', async () => {
  const other = app.as('reader', { roles: ['user', 'admin'], capabilities: ['finance'] })
  await expect(other.deleteCertificate({ id: 'x' })).rejects.toMatchObject({ status: 403 })
  await expect(other.updateCertificate({ certificateEdit: { id: 'x', version: 1 } })).rejects.toMatchObject({
    status: 403,
  })
})
