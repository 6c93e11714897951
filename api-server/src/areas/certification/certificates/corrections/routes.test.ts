import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { audit, certificateCorrections, certificates, outbox } from '../../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

let made = 0
async function certified(username: string, name = 'Anna Mueler') {
  const id = `correctable-${++made}`
  const user_id = await app.idOf(username)
  await app.deps.db.insert(certificates).values({ id, user_id, type: 'required', name, title: 'AWS Foundations' })
  return id
}
const ask = (username: string, id: string, name = 'Anna Müller') =>
  app
    .as(username)
    .requestCertificateCorrection({ id, certificateCorrectionPayload: { name, reason: 'It has one l too few' } })
const waiting = async (id: string) =>
  (await app.asAdmin.listCertificateCorrections({ filter: '{"state":"open"}' })).data.find(
    ({ certificate_id }) => certificate_id === id,
  )!
const decide = (id: string, state: 'accepted' | 'refused', more: { version?: number; reason?: string } = {}) =>
  app.asAdmin.decideCertificateCorrection({ id, correctionDecision: { version: 1, state, ...more } })
const mailsTo = (recipient: string) => app.deps.db.select().from(outbox).where(eq(outbox.recipient, recipient))

test('a learner requests the right name, support accepts it, and the public page shows it', async () => {
  const id = await certified('anna')
  expect(await ask('anna', id)).toMatchObject({ state: 'open', name: 'Anna Müller' })
  const row = await waiting(id)
  expect(row).toMatchObject({
    ...{ username: 'anna', printed: 'Anna Mueler', name: 'Anna Müller', version: 1 },
    ...{ reason: 'It has one l too few', allowed: ['decide'] },
  })
  expect(await app.asAdmin.getCertificateForAdmin({ id })).toMatchObject({ correction: { name: 'Anna Müller' } })
  expect((await app.asAdmin.getDashboard()).attention).toContainEqual(
    expect.objectContaining({ message: 'Certificate corrections requested by learners', count: 1 }),
  )
  await decide(row.id, 'accepted')
  expect(await app.asVisitor.getCertificate({ id })).toMatchObject({ name: 'Anna Müller', version: 2, state: 'valid' })
  expect(await app.as('anna').listMyCorrections()).toMatchObject([{ state: 'accepted' }])
  const page = await app.asAdmin.getCertificateForAdmin({ id })
  expect(page.versions.map(({ version, name, actor }) => ({ version, name, actor }))).toEqual([
    { version: 2, name: 'Anna Müller', actor: 'administrator-of-tests' },
  ])
  expect(page.correction).toBeNull()
  expect(page.mails.map(({ subject }) => subject)).toHaveLength(3)
  const { email } = await app.as('anna').getMe()
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    'We received your correction request: AWS Foundations',
    'Your certificate is corrected: AWS Foundations',
  ])
  expect(await mailsTo(app.deps.config.contactEmail)).toMatchObject([{ kind: 'certificate_correction_waits' }])
})

test('a refusal needs a reason, which the learner sees; then another request is possible', async () => {
  const id = await certified('bert')
  await ask('bert', id)
  await expect(ask('bert', id, 'Somebody Else')).rejects.toMatchObject({ status: 409 })
  const { id: request } = await waiting(id)
  await expect(decide(request, 'refused')).rejects.toMatchObject({ status: 422, errors: [{ field: 'reason' }] })
  await decide(request, 'refused', { reason: 'Please send us a document' })
  await expect(decide(request, 'accepted')).rejects.toMatchObject({ status: 409 })
  expect(await app.as('bert').listMyCorrections()).toMatchObject([
    { state: 'refused', answer: 'Please send us a document' },
  ])
  expect(await app.asVisitor.getCertificate({ id })).toMatchObject({ name: 'Anna Mueler', version: 1 })
  expect((await ask('bert', id)).state).toBe('open')
  const entries = await app.deps.db.select().from(audit).where(eq(audit.subject_id, id))
  expect(entries).toMatchObject([{ action: 'certificates.refuse_correction', reason: 'Please send us a document' }])
})

test('a concurrent change is reported instead of overwritten', async () => {
  const id = await certified('cora')
  await ask('cora', id)
  await app.asAdmin.updateCertificate({ certificateEdit: { id, version: 1, name: 'Anna M.', reason: 'By phone' } })
  const { id: request } = await waiting(id)
  await expect(decide(request, 'accepted')).rejects.toMatchObject({
    code: 'stale_version',
    message: expect.stringContaining('It now says “Anna M.”'),
  })
  await decide(request, 'accepted', { version: 2 })
  expect(await app.asVisitor.getCertificate({ id })).toMatchObject({ name: 'Anna Müller', version: 3 })
})

test('rejects a request for another person’s, a withdrawn or a revoked certificate, and for an unchanged name', async () => {
  const id = await certified('dora')
  await expect(ask('mallory', id)).rejects.toMatchObject({ status: 404 })
  await expect(ask('dora', id, 'Anna Mueler')).rejects.toMatchObject({ status: 422 })
  await expect(ask('dora', id, 'A\u202Enna')).rejects.toMatchObject({ status: 422 })
  await app.asAdmin.updateCertificate({ certificateEdit: { id, version: 1, revoked: true, reason: 'Shared flags' } })
  await expect(ask('dora', id)).rejects.toMatchObject({ status: 409 })
  await app.asAdmin.deleteCertificate({ id })
  await expect(ask('dora', id)).rejects.toMatchObject({ status: 404 })
  expect(await app.as('mallory').listMyCorrections()).toEqual([])
})

test('withdrawing a certificate closes its requests', async () => {
  const id = await certified('emil')
  await ask('emil', id)
  await app.asAdmin.deleteCertificate({ id, certificateWithdrawal: { version: 1, reason: 'Issued twice' } })
  expect(await app.as('emil').listMyCorrections()).toMatchObject([{ state: 'refused' }])
  const [entry] = await app.deps.db.select().from(audit).where(eq(audit.subject_id, id))
  expect(entry).toMatchObject({ action: 'certificates.withdraw', reason: 'Issued twice' })
})

test('a learner’s text is escaped in the mail to support', async () => {
  const id = await certified('fred', '<b>Fred</b>')
  await ask('fred', id, '<img src=x onerror=alert(1)> Fred')
  const [mail] = await app.deps.db
    .select()
    .from(outbox)
    .where(sql`${outbox.about} = ${`certificate:${id}`} and ${outbox.kind} = 'certificate_correction_waits'`)
  expect(mail?.html).not.toContain('<img src=x')
  expect(mail?.html).toContain('&lt;img')
})

test('deciding needs support, and readers see that they may not', async () => {
  const id = await certified('gina')
  await ask('gina', id)
  const reader = app.as('reader', { roles: ['user', 'admin'], capabilities: ['finance'] })
  const { data } = await reader.listCertificateCorrections({ filter: '{"username":"gina"}' })
  expect(data).toMatchObject([{ allowed: [] }])
  await expect(
    reader.decideCertificateCorrection({ id: data[0]!.id, correctionDecision: { version: 1, state: 'accepted' } }),
  ).rejects.toMatchObject({ status: 403 })
  expect(await app.deps.db.select().from(certificateCorrections)).not.toEqual([])
})
