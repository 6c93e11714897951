import { createServer } from 'node:http'
import type { MailServer } from '../../api-server/test/servers/mail-server.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Serves what a mail server has taken, newest first, as the demo's outbox does; returns the address. */
export async function serveMails(taken: MailServer['taken']): Promise<string> {
  const server = createServer((_request, response) => {
    const mails = taken.toReversed().map(({ to: [to = ''], content }) => ({ to, ...readMail(content) }))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(mails))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

/** The subject, and the part of plain text, which our mailer sends as quoted-printable or as it is. */
function readMail(content: string): Omit<Mail, 'to'> {
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(content)?.[1]?.replaceAll(/\r\n[ \t]/g, ' ') ?? ''
  const [, head = '', text = ''] =
    /Content-Type: text\/plain([\s\S]*?)\r\n\r\n([\s\S]*?)(?:\r\n--|$)/.exec(content) ?? []
  return { subject, text: /quoted-printable/i.test(head) ? fromQuotedPrintable(text) : text }
}

const fromQuotedPrintable = (text: string) =>
  decodeURIComponent(
    text
      .replaceAll('%', '%25')
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([\dA-F]{2})/g, '%$1'),
  )
