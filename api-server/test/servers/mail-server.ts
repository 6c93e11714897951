import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { freePort } from './postgres.ts'

export interface MailServer {
  /** As MAIL_URL names it. */
  url: string
  /** What it took, in order: to whom, and the message as it came. */
  taken: { to: string[]; content: string }[]
  close(): Promise<void>
}

/** A mail server that keeps what it takes, or answers as told. */
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
