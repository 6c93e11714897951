import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../test/servers/mail-server.ts'
import { freePort } from '../../test/servers/postgres.ts'
import { createMailer, MailRefusedError, type Message } from './mail.ts'

const mailFrom = 'Flagyard <hello@flagyard.example>'
const message: Message = { to: 'learner@example.org', subject: 'Welcome', text: 'Hello', html: '<p>Hello</p>' }
const servers: MailServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function startServer(options: SMTPServerOptions = {}) {
  const server = await startMailServer(options)
  servers.push(server)
  return { taken: server.taken, mailer: createMailer({ mailUrl: server.url, mailFrom }) }
}

const refusing = (responseCode: number): SMTPServerOptions => ({
  onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode })),
})

describe('a mailer with a server', () => {
  test('sends HTML, text and the attachment to one address, with the given id', async () => {
    const { mailer, taken } = await startServer()
    const attachments = [{ filename: 'exam.ics', content_type: 'text/calendar', content_base64: 'QkVHSU4=' }]
    const sent = await mailer.send({ ...message, attachments, messageId: '<one@flagyard.example>' })
    expect(sent).toEqual({ messageId: '<one@flagyard.example>' })
    expect(taken).toHaveLength(1)
    expect(taken[0]?.to).toEqual(['learner@example.org'])
    for (const part of ['Subject: Welcome', 'From: Flagyard <hello@', 'text/plain', 'text/html', 'exam.ics', '<one@']) {
      expect(taken[0]?.content).toContain(part)
    }
  })

  test.each([
    { subject: 'Hello\r\nBcc: thief@example.org' },
    { subject: 'Hello\nBcc: thief@example.org' },
    { to: 'learner@example.org\r\nRCPT TO:<thief@example.org>' },
    { to: 'learner@example.org, thief@example.org' },
    { to: 'Learner <learner@example.org>' },
    { messageId: '<a@b>\r\nX: y' },
    { attachments: [{ filename: 'a\r\nX: y', content_type: 'text/plain', content_base64: '' }] },
  ])('refuses %j, and the server hears nothing', async (change: Partial<Message>) => {
    const { mailer, taken } = await startServer()
    await expect(mailer.send({ ...message, ...change })).rejects.toThrow(MailRefusedError)
    expect(taken).toEqual([])
  })

  test('distinguishes a permanent refusal from a temporary one', async () => {
    const forGood = await startServer(refusing(550))
    await expect(forGood.mailer.send(message)).rejects.toThrow(MailRefusedError)
    const forNow = await startServer(refusing(451))
    const error = await forNow.mailer.send(message).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(MailRefusedError)
  })

  test('delivers to a non-ASCII address by a server with SMTPUTF8', async () => {
    const { mailer, taken } = await startServer()
    expect(await mailer.takesUnicode()).toBe(true)
    await mailer.send({ ...message, to: 'jörg@xn--bcher-kva.example' })
    expect(taken).toMatchObject([{ to: ['jörg@bücher.example'], content: expect.stringContaining('To: jörg@') }])
  })

  test('passes only ASCII addresses to a server without SMTPUTF8', async () => {
    const { mailer, taken } = await startServer({ hideSMTPUTF8: true })
    expect(await mailer.takesUnicode()).toBe(false)
    const refusal = mailer.send({ ...message, to: 'jörg@example.org' })
    await expect(refusal).rejects.toThrow(MailRefusedError)
    await expect(refusal).rejects.toThrow('SMTPUTF8')
    await mailer.send({ ...message, to: 'jorg@xn--bcher-kva.example' })
    // The test server decodes domains.
    expect(taken).toMatchObject([{ to: ['jorg@bücher.example'] }])
  })

  test('asks a server again that was down', async () => {
    const port = await freePort()
    const mailer = createMailer({ mailUrl: `smtp://127.0.0.1:${port}`, mailFrom })
    expect(await mailer.takesUnicode()).toBe(false)
    await expect(mailer.send({ ...message, to: 'jörg@example.org' })).rejects.toMatchObject({ code: 'ESOCKET' })
    servers.push(await startMailServer({}, port))
    expect(await mailer.takesUnicode()).toBe(true)
  })

  test('a server that is down is a temporary error', async () => {
    const mailer = createMailer({ mailUrl: `smtp://127.0.0.1:${await freePort()}`, mailFrom })
    const error = await mailer.send(message).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'ESOCKET' })
    expect(error).not.toBeInstanceOf(MailRefusedError)
  })
})

test('without a server, mails remain in the outbox', async () => {
  const mailer = createMailer({ mailUrl: undefined, mailFrom })
  expect(mailer.transport).toBe('outbox')
  expect(await mailer.takesUnicode()).toBe(true)
  expect(await mailer.send({ ...message, messageId: '<one@flagyard.example>' })).toEqual({
    messageId: '<one@flagyard.example>',
  })
})
