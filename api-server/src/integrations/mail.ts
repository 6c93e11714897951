import { isAscii } from '@flagyard/api-types/contract/email-address'
import type { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { traced } from '../tracing.ts'

export interface Message {
  /** One address. */
  to: string
  subject: string
  text: string
  html: string
  attachments?: { filename: string; content_type: string; content_base64: string }[]
  /** Identical for every attempt, so that mail programs recognise duplicates. */
  messageId?: string
}

export interface Mailer {
  /** `outbox`: no server is configured. Mails stay in the table, where the demo shows them. */
  transport: 'smtp' | 'outbox'
  /** Resolves when the server has accepted the mail. Throws MailRefusedError if a retry is pointless. */
  send(message: Message): Promise<{ messageId: string }>
  /** Resolves if the server accepts our sign-in now. Rejects otherwise, and without a server. */
  check(): Promise<void>
  /** Whether the server can deliver to non-ASCII addresses (SMTPUTF8). True without a server, because mails are not sent. */
  takesUnicode(): Promise<boolean>
}

/** The mail can never be delivered: the server rejected it permanently, or it is not one message to one address. */
export class MailRefusedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'MailRefusedError'
  }
}

/** The SMTP server of MAIL_URL, or only the outbox. */
export function createMailer({ mailUrl, mailFrom }: Pick<Config, 'mailUrl' | 'mailFrom'>): Mailer {
  if (!mailUrl)
    return {
      transport: 'outbox',
      send: async ({ messageId = '' }) => ({ messageId }),
      check: () => Promise.reject(new Error('MAIL_URL is not set')),
      takesUnicode: async () => true,
    }
  let opened: Promise<Opened> | undefined
  const open = () => (opened ??= openTransport(mailUrl))
  // Asks the server once, and again after a failure.
  let announced: Promise<boolean> | undefined
  const announcesUtf8 = () =>
    (announced ??= open()
      .then(({ readExtensions }) => readExtensions())
      .then((extensions) => /^250[ -]SMTPUTF8\b/im.test(extensions))
      .catch((error: unknown) => {
        announced = undefined
        throw error
      }))
  return {
    transport: 'smtp',
    async send(message) {
      assertNoLineBreaks(message)
      if (!isAscii(message.to) && !(await announcesUtf8()))
        throw new MailRefusedError('The mail server does not offer SMTPUTF8, which this address needs')
      try {
        const { transport } = await open()
        const mail = {
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
        }
        const { messageId } = await traced('smtp', 'client', {}, () => transport.sendMail(mail))
        return { messageId }
      } catch (error) {
        if (isPermanent(error)) throw new MailRefusedError('The mail server permanently rejected this mail', error)
        throw error
      }
    },
    check: async () => void (await (await open()).transport.verify()),
    takesUnicode: () => announcesUtf8().catch(() => false),
  }
}

interface Opened {
  transport: ReturnType<typeof createTransport>
  /** Response to EHLO, one line per extension. */
  readExtensions(): Promise<string>
}

async function openTransport(url: string): Promise<Opened> {
  const [{ createTransport }, { default: SmtpTransport }, { default: SmtpConnection }] = await Promise.all([
    import('nodemailer'),
    import('nodemailer/lib/smtp-transport'),
    import('nodemailer/lib/smtp-connection'),
  ])
  const options = {
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  return {
    transport: createTransport(options),
    readExtensions: () =>
      new Promise<string>((resolve, reject) => {
        const connection = new SmtpConnection(new SmtpTransport(options).options)
        connection.once('error', reject)
        connection.connect((error) => {
          if (error) return reject(error)
          resolve(connection.lastServerResponse || '')
          connection.quit()
        })
      }),
  }
}

/** A line break in a header would start another header, such as Bcc. */
function assertNoLineBreaks({ to, subject, messageId = '', attachments = [] }: Message): void {
  const names = attachments.flatMap(({ filename, content_type }) => [filename, content_type])
  for (const value of [to, subject, messageId, ...names]) {
    if (/[\r\n\0]/.test(value)) throw new MailRefusedError('A mail header contains a line break')
  }
  if (!/^[^\s@,;:<>()"[\]\\]+@[^\s@,;:<>()"[\]\\]+$/.test(to))
    throw new MailRefusedError('The recipient is not a single e-mail address')
}

/** 5xx about the recipient or the content is permanent. A rejected sign-in (535) is a configuration error, so the mail waits. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false
  const code = Number(error.responseCode)
  return code >= 500 && code < 600 && !('code' in error && error.code === 'EAUTH')
}
