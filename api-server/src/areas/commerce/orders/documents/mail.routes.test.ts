import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { makeCourse, makeSeller } from '../../../../../test/catalogue.ts'
import { createManualQueue, type ManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import { pdfText } from '../../../../../test/fixtures/pdf-text.ts'
import { startMailServer } from '../../../../../test/servers/mail-server.ts'
import { courses, outbox } from '../../../../db/schema/index.ts'
import { createMailer } from '../../../../integrations/mail.ts'
import { sendMails } from '../../../../mail/jobs.ts'
import { handlePayment } from '../payment.ts'

let app: TestApp
let queue: ManualQueue
beforeAll(async () => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ deps: { queue } })
  await makeSeller(app.deps.db)
  await makeCourse(app.deps.db, 'aws', { price_amount: 119_00 })
})
afterAll(() => app.close())

let made = 0
/** A manager of an organisation with or without an invoice address. */
async function organisationOf(changes: { invoice_email?: null } = {}) {
  const username = `manager-${++made}`
  const to = `books-${made}@nordlicht.example`
  const { id } = await app.as(username).createOrganisation({
    organisationInput: {
      name: 'Nordlicht GmbH',
      kind: 'business',
      country: 'DE',
      tax_id: null,
      address: 'Ring 1, Hamburg',
      reference: 'KST 4711',
      invoice_email: to,
      ...changes,
    },
  })
  return { username, api: app.as(username), organisation_id: id, to }
}
type Organisation = Awaited<ReturnType<typeof organisationOf>>
const place = async ({ api, organisation_id }: Organisation, slug = 'aws') =>
  (await api.purchaseCourse({ purchaseCoursePayload: { slug, quantity: 3, organisation_id } })).order_id
async function buy(by: Organisation) {
  const id = await place(by)
  await by.api.payDemoOrder({ id, demoPayment: { outcome: 'paid' } })
  return id
}
const mailedTo = (to: string) =>
  app.deps.db.select().from(outbox).where(eq(outbox.recipient, to)).orderBy(outbox.created_at, outbox.subject)
type Mail = Awaited<ReturnType<typeof mailedTo>>[number]
const attachedText = ({ attachments }: Mail) =>
  pdfText(Buffer.from(attachments[0]!.content_base64, 'base64')).replace(/\s+/g, ' ')

test('an invoice is mailed once as a PDF to the organisation’s invoice address, and listed with the mails of the order', async () => {
  const by = await organisationOf()
  const id = await buy(by)
  expect(await mailedTo(by.to), 'not while somebody waits for the payment').toEqual([])
  await queue.work()
  const [mail] = await mailedTo(by.to)
  await queue.run('orders.mail_documents', { id })
  expect(await mailedTo(by.to), 'again').toHaveLength(1)
  const { number, documents } = await by.api.getOrder({ id })
  const invoice = documents[0]!.number
  expect(mail).toMatchObject({ subject: `Invoice ${invoice} for order ${number}`, user_id: null })
  for (const fact of ['Nordlicht GmbH', number, '€357.00', 'KST 4711', 'It is paid']) expect(mail!.text).toContain(fact)
  expect(mail!.text, 'it may not be theirs').not.toContain('you have an account at Flagyard')
  expect(mail!.attachments).toMatchObject([
    { filename: `Flagyard ${invoice}.pdf`, content_type: 'application/pdf', content_base64: expect.any(String) },
  ])
  for (const fact of [invoice, number, 'Nordlicht GmbH', '€357.00']) expect(attachedText(mail!)).toContain(fact)
  expect((await app.asAdmin.getAdminOrder({ id })).mails).toMatchObject([{ to: by.to, state: 'waiting' }])
})

test('the mailed invoice is byte for byte the file that the order offers', async () => {
  const server = await startMailServer()
  const by = await organisationOf()
  const id = await buy(by)
  await queue.work()
  const mailer = createMailer({ mailUrl: server.url, mailFrom: 'Flagyard <hello@flagyard.example>' })
  while ((await sendMails({ ...app.deps, mailer })) > 0);
  await server.close()
  const { documents } = await by.api.getOrder({ id })
  const { content } = server.taken.find(({ to }) => to.includes(by.to))!
  const [, base64] = /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(content)!
  const { rawPayload } = await app.app.inject({
    url: `/api/v1/orders/${id}/documents/${documents[0]!.id}`,
    headers: { authorization: `Bearer ${await app.tokenOf(by.username)}` },
  })
  expect(Buffer.from(base64!, 'base64').equals(rawPayload)).toBe(true)
})

test('without an invoice address no invoice is mailed', async () => {
  const by = await organisationOf({ invoice_email: null })
  const id = await buy(by)
  expect(queue.waiting).toEqual([])
  await queue.run('orders.mail_documents', { id })
  const mails = await app.deps.db
    .select()
    .from(outbox)
    .where(eq(outbox.about, `order:${id}`))
  expect(mails.filter(({ kind }) => kind === 'order_document')).toEqual([])
})

test('the credit note of a refund is mailed once and names the invoice that it corrects', async () => {
  const by = await organisationOf()
  const id = await buy(by)
  await queue.work()
  const { version, preview } = await app.asAdmin.previewRefund({ id, refundChoice: { amount: 10_00 } })
  await app.asAdmin.refundOrder({ id, refundRequest: { version, preview, amount: 10_00, reason: 'Goodwill' } })
  await queue.run('orders.tell_of_refunds')
  const [invoice, credit] = await mailedTo(by.to)
  await queue.run('orders.mail_documents', { id })
  expect(await mailedTo(by.to), 'again').toHaveLength(2)
  const { documents } = await by.api.getOrder({ id })
  expect(credit!.subject).toContain(`Credit note ${documents[1]!.number}`)
  expect(credit!.text).toContain('€10.00')
  expect(credit!.text, 'what support noted is for the buyer').not.toContain('Goodwill')
  expect(attachedText(credit!)).toContain(`Corrects invoice${documents[0]!.number}`)
  expect(invoice!.subject).toContain(documents[0]!.number)
})

test('invoice and credit note of a late payment are both mailed', async () => {
  await makeCourse(app.deps.db, 'ends', { price_amount: 119_00 })
  const by = await organisationOf()
  const order_id = await place(by, 'ends')
  await by.api.payDemoOrder({ id: order_id, demoPayment: { outcome: 'cancelled' } })
  await app.deps.db.update(courses).set({ status: 'archived' }).where(eq(courses.slug, 'ends'))
  const paid = { kind: 'paid' as const, order_id, amount: 357_00, currency: 'EUR' }
  await handlePayment(app.deps, 'demo', { ...paid, id: randomUUID() })
  await queue.work()
  expect((await mailedTo(by.to)).map(({ subject }) => subject.replace(/ [A-Z]+-.*/, '')).toSorted()).toEqual([
    'Credit note',
    'Invoice',
  ])
})
