import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testConfig } from '../../test/app.ts'
import { openTestDatabaseOf, usualKinds } from '../../test/database.ts'
import type { OpenedDatabase } from '../db/open.ts'
import { outbox } from '../db/schema/index.ts'
import { createMailer, type Mailer, MailRefusedError, type Message } from '../integrations/mail.ts'
import { createLog } from '../log.ts'
import { mailJobs, sendMails } from './jobs.ts'

const log = createLog({ logLevel: 'silent' })

describe.each(usualKinds)('the outbox stores mails that cannot be sent (%s)', (kind) => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await openTestDatabaseOf(kind)
  })
  beforeEach(() => opened.db.delete(outbox))
  afterAll(() => opened.close())

  const queue = (count = 1) =>
    opened.db.insert(outbox).values(
      Array.from({ length: count }, () => ({
        kind: 'welcome',
        recipient: `${randomUUID()}@people.example`,
        subject: 'Hello',
        text: 'x',
        html: 'x',
      })),
    )
  const send = (sendOne: (message: Message) => Promise<unknown>) =>
    sendMails({
      db: opened.db,
      log,
      config: testConfig({ demo: false }),
      mailer: {
        transport: 'smtp',
        check: async () => {},
        takesUnicode: async () => true,
        send: async (message) => {
          await sendOne(message)
          return { messageId: message.messageId ?? '' }
        },
      },
    })
  const fails = async () => Promise.reject(new Error('451 try later'))
  const theMail = async () => {
    const [row] = await opened.db
      .select({ mail: outbox, wait: sql<number>`extract(epoch from ${outbox.next_at} - now())::float8` })
      .from(outbox)
    return { ...row!.mail, wait: row!.wait }
  }
  /** Lets the waiting time pass. */
  const later = () => opened.db.update(outbox).set({ next_at: sql`now()` })

  test('each failed attempt doubles the delay, no attempt is early, and a successful one is the last', async () => {
    await queue()
    for (const [attempts, wait] of [
      [1, 30],
      [2, 60],
      [3, 120],
    ] as const) {
      expect(await send(fails)).toBe(1)
      const mail = await theMail()
      expect(mail).toMatchObject({ state: 'waiting', attempts, last_error: '451 try later' })
      expect(Math.abs(mail.wait - wait)).toBeLessThan(5)
      expect(await send(fails), 'before its time').toBe(0)
      await later()
    }
    expect(await send(async () => undefined)).toBe(1)
    await later()
    expect(await send(fails)).toBe(0)
    expect(await theMail()).toMatchObject({ state: 'sent', attempts: 4, last_error: null, text: '', html: '' })
  })

  test('the delay is at most six hours, and the twelfth failure is the last', async () => {
    await queue()
    await opened.db.update(outbox).set({ attempts: 10 })
    await send(fails)
    const { wait } = await theMail()
    expect(wait).toBeLessThanOrEqual(21_600)
    expect(wait).toBeGreaterThan(10_000)
    await later()
    await send(fails)
    await later()
    expect(await send(fails)).toBe(0)
    expect(await theMail()).toMatchObject({ state: 'failed', attempts: 12 })
  })

  test('does not retry a permanently refused mail, and sends the others', async () => {
    await queue(3)
    const [first] = await opened.db.select().from(outbox)
    await send(async ({ to }) => {
      if (to === first?.recipient) throw new MailRefusedError('550 nobody here')
    })
    await later()
    expect(await send(fails)).toBe(0)
    const states = (await opened.db.select().from(outbox)).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['bounced', 'sent', 'sent'])
  })

  test('repeats the mail of a dead process only after ten minutes, with the same Message-ID', async () => {
    await queue()
    const ids: (string | undefined)[] = []
    const { promise: reached, resolve: tell } = Promise.withResolvers<void>()
    void send(async ({ messageId }) => {
      ids.push(messageId)
      tell()
      await new Promise(() => undefined)
    })
    await reached
    expect(await send(fails)).toBe(0)
    const { wait, id } = await theMail()
    expect(Math.abs(wait - 600)).toBeLessThan(5)
    await later()
    await send(async ({ messageId }) => void ids.push(messageId))
    expect(ids).toEqual([expect.stringMatching(/^<.+@.+>$/), ids[0]])
    expect(await opened.db.$count(outbox, eq(outbox.id, id))).toBe(1)
  })

  test('stores mails without a mail server; with one, sends those of two days and fails older ones', async () => {
    await queue(3)
    await opened.db
      .update(outbox)
      .set({ created_at: sql`now() - interval '49 hours'` })
      .where(sql`${outbox.id} in (select id from ${outbox} limit 1)`)
    const run = async (mailer: Mailer) => {
      const [job] = mailJobs({ db: opened.db, log, config: testConfig({ demo: false }), mailer })
      expect(await job!.isDue!()).toBe(true)
      await job!.handle({} as never, { signal: new AbortController().signal } as never)
      return (await opened.db.select().from(outbox)).map(({ state }) => state).toSorted()
    }
    const none = createMailer({ mailUrl: undefined, mailFrom: 'a@b.example' })
    expect(await run(none)).toEqual(['kept', 'kept', 'kept'])
    expect(await theMail()).toMatchObject({ sent_at: null, last_error: 'No mail server is configured' })
    const sent: string[] = []
    const send: Mailer['send'] = async ({ to, messageId = '' }) => {
      sent.push(to)
      return { messageId }
    }
    const check = async () => {}
    const takesUnicode = async () => true
    expect(await run({ transport: 'smtp', check, takesUnicode, send })).toEqual(['failed', 'sent', 'sent'])
    expect(sent).toHaveLength(2)
  })

  test('workers that send at the same time send each mail once', async () => {
    await queue(30)
    const sent: string[] = []
    const work = async () => {
      while ((await send(async ({ to }) => void sent.push(to))) > 0);
    }
    await Promise.all([work(), work(), work(), work()])
    expect(sent).toHaveLength(30)
    expect(new Set(sent).size).toBe(30)
  })
})
