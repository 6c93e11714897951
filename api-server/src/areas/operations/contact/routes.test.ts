import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../../../../test/app.ts'
import { outbox } from '../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ config: testConfig({ contactEmail: 'team@flagyard.example' }) })
})
afterAll(() => app.close())

const message = {
  name: 'Ada Lovelace',
  email: 'ada@people.example',
  topic: 'lesson',
  message: 'The second command\nlacks a <dash>.',
} as const
const mails = () => app.deps.db.select().from(outbox)

test('a visitor’s message is mailed to us with the sender and reply address', async () => {
  const answer = await app.asVisitor.sendContactMessage({ contactPayload: message })
  expect(answer.message).toContain('on its way to the team')
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    kind: 'contact',
    recipient: 'team@flagyard.example',
    user_id: null,
    subject: 'A lesson could be better: Ada Lovelace',
  })
  expect(mail?.text).toContain('Ada Lovelace <ada@people.example> wrote:')
  expect(mail?.text).toContain('lacks a <dash>.')
  expect(mail?.html).toContain('lacks a &lt;dash&gt;.')
})

test('a bot that fills in the hidden field gets the normal answer, and no mail is sent', async () => {
  const before = (await mails()).length
  const answer = await app.asVisitor.sendContactMessage({
    contactPayload: { ...message, website: 'https://pills.example' },
  })
  expect(answer.message).toContain('Thank you')
  expect(await mails()).toHaveLength(before)
})

test.each([
  ['name', { name: '' }],
  ['email', { email: 'ada' }],
  ['message', { message: '  \n ' }],
])('rejects a message without a valid %s at that field', async (field, change) => {
  await expect(app.asVisitor.sendContactMessage({ contactPayload: { ...message, ...change } })).rejects.toMatchObject({
    status: 422,
    errors: [expect.objectContaining({ field: expect.stringContaining(field) })],
  })
})
