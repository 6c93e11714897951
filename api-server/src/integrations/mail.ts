import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

export interface Message {
  /** One address. */
  to: string
  subject: string
  text: string
  html: string
  attachments?: { filename: string; content_type: string; content_base64: string }[]
  /** The same at every try, so that a mail program can tell a repetition. */
  messageId?: string
}

export interface Mailer {
  /** `outbox`: no server is configured, mails are only kept where the demo shows them. */
  transport: 'smtp' | 'outbox'
  /** Resolves when the server has taken the mail over. Throws MailRefusedError when trying again is useless. */
  send(message: Message): Promise<{ messageId: string }>
}

/** The mail can never be delivered: the server refused it for good, or it would not be one message to one address. */
export class MailRefusedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'MailRefusedError'
  }
}

/** The SMTP server of MAIL_URL, or nothing but the outbox. */
export function createMailer({ mailUrl, mailFrom }: Pick<Config, 'mailUrl' | 'mailFrom'>): Mailer {
  if (!mailUrl) return { transport: 'outbox', send: async ({ messageId = '' }) => ({ messageId }) }
  const transport = createTransport({
    url: mailUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    transport: 'smtp',
    async send(message) {
      assertNoLineBreaks(message)
      try {
        const { messageId } = await transport.sendMail({
          from: mailFrom,
          to: { name: '', address: message.to },
          subject: message.subject,
          text: message.text,
          html: message.html,
          attachments: (message.attachments ?? []).map((attachment) => ({
            filename: attachment.filename,
            contentType: attachment.content_type,
            content: Buffer.from(attachment.content_base64, 'base64'),
          })),
          ...(message.messageId ? { messageId: message.messageId } : {}),
        })
        return { messageId }
      } catch (error) {
        if (isFinal(error)) throw new MailRefusedError('The mail server refuses this mail for good', error)
        throw error
      }
    },
  }
}

/** A line break in a header would begin another one, such as Bcc. */
function assertNoLineBreaks({ to, subject, messageId = '', attachments = [] }: Message): void {
  const names = attachments.flatMap(({ filename, content_type }) => [filename, content_type])
  for (const value of [to, subject, messageId, ...names]) {
    if (/[\r\n\0]/.test(value)) throw new MailRefusedError('A header of the mail holds a line break')
  }
  if (!/^[^\s@,;:<>()"[\]\\]+@[^\s@,;:<>()"[\]\\]+$/.test(to))
    throw new MailRefusedError('The recipient is not one address')
}

/** 5xx of the recipient or the content; a refused sign-in (535) is ours to repair, so the mail waits. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false
  const code = Number(error.responseCode)
  return code >= 500 && code < 600 && !('code' in error && error.code === 'EAUTH')
}
