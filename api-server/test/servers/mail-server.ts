import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { freePort } from './postgres.ts'

export interface MailServer {
  /** Value for MAIL_URL. */
  url: string
  /** Received mails in order. */
  taken: { to: string[]; content: string }[]
  close(): Promise<void>
}

/** Mail server that stores received mails, or answers as its options define. */
export async function startMailServer(options: SMTPServerOptions = {}, at?: number): Promise<MailServer> {
  const taken: MailServer['taken'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let content = ''
      stream.on('data', (chunk) => {
        content += chunk
      })
      stream.on('end', () => {
        taken.push({ to: session.envelope.rcptTo.map((one) => one.address), content })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const port = at ?? (await freePort())
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
