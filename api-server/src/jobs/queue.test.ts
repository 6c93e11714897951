import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { describeOnPostgres, kinds, openTestDatabaseOf, openTestPostgres } from '../../test/database.ts'
import { startChild } from '../../test/spawn.ts'
import type { OpenedDatabase } from '../db/open.ts'
import { createLog } from '../log.ts'
import { runIn } from '../tracing.ts'
import type { Job } from './job.ts'
import { createQueue, type EndedRun, type Queue } from './queue.ts'

const log = { info() {}, warn() {}, error() {} }

/** A job that records its input, and a promise of its next run. */
function spy(name: string, options: Partial<Job<{ n?: number }>> = {}) {
  const seen: number[] = []
  const waiting: { count: number; resolve(): void }[] = []
  const job: Job<{ n?: number }> = {
    name,
    ...options,
    async handle(data, run) {
      seen.push(data.n ?? 0)
      for (const one of waiting) if (seen.length >= one.count) one.resolve()
      await options.handle?.(data, run)
    },
  }
  const runs = (count: number) =>
    new Promise<void>((resolve) => {
      if (seen.length >= count) resolve()
      else waiting.push({ count, resolve })
    })
  return { job, seen, runs }
}

describe.each(kinds)('the queue on a database of the kind %s', (kind) => {
  // One database for all tests; each uses its own job names.
  let opened: OpenedDatabase
  let queue: Queue
  beforeAll(async () => {
    opened = await openTestDatabaseOf(kind)
  })
  afterAll(() => opened.close())
  beforeEach(() => {
    queue = createQueue({ opened, log })
  })
  afterEach(() => queue.stop({ timeoutMs: 1_000 }))

  test('a job sent in a committed transaction runs once; in a rolled back one, never', async () => {
    const { job, seen, runs } = spy('test.note')
    queue.register(job)
    await queue.start('all')
    await opened.db
      .transaction(async (tx) => {
        await queue.send(tx, 'test.note', { n: 1 })
        throw new Error('no')
      })
      .catch(() => {})
    await opened.db.transaction(async (tx) => {
      await queue.send(tx, 'test.note', { n: 2 })
      expect(seen).toEqual([])
    })
    await queue.send(opened.db, 'test.note', { n: 3 })
    await runs(2)
    await queue.stop()
    expect(seen.sort()).toEqual([2, 3])
  })

  test('reports each finished run with its outcome, and a retry as a separate run', async () => {
    const { job, runs } = spy('test.reported', {
      retryDelay: 0,
      async handle(_data, { attempt }) {
        if (attempt === 1) throw new Error('not yet')
      },
    })
    const ended: EndedRun[] = []
    queue.onRun((run) => ended.push(run))
    queue.register(job)
    await queue.start('all')
    await queue.send(opened.db, 'test.reported', {})
    await runs(2)
    await expect
      .poll(() => ended.map(({ job, outcome }) => [job, outcome]))
      .toEqual([
        ['test.reported', 'failed'],
        ['test.reported', 'done'],
      ])
    for (const { seconds } of ended) expect(seconds).toBeGreaterThanOrEqual(0)
  })

  test('the log entries of a job, and of a job that it sends, have the id of the request', async () => {
    const lines: string[] = []
    const jobLog = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
    const logging = createQueue({ opened, log: jobLog })
    const last = spy('test.last', {
      async handle() {
        throw new Error('fails')
      },
    })
    const first = spy('test.sends', {
      async handle(data, { attempt }) {
        expect(data).toEqual({ n: 4 })
        jobLog.info({ attempt }, 'in the job')
        await logging.send(opened.db, 'test.last', { n: 5 })
      },
    })
    logging.register(first.job)
    logging.register(last.job)
    await logging.start('all')
    await runIn({ request: 'request-1', span: undefined }, () => logging.send(opened.db, 'test.sends', { n: 4 }))
    await last.runs(1)
    await logging.send(opened.db, 'test.last', { n: 6 })
    await last.runs(2)
    await logging.stop({ timeoutMs: 1_000 })
    const ids = lines.map((line) => JSON.parse(line)).map(({ msg, reqId }) => [msg, reqId])
    expect(ids).toEqual([
      ['in the job', 'request-1'],
      ['A job failed', 'request-1'],
      ['A job failed', expect.not.stringMatching('request-1')],
    ])
  })

  test('the first send of a process can be inside a transaction', async () => {
    queue.register(spy('test.first').job)
    await queue.start('web')
    const id = await opened.db.transaction(async (tx) => queue.send(tx, 'test.first', {}))
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('a web process sends and runs nothing', async () => {
    const { job, seen, runs } = spy('test.elsewhere')
    queue.register(job)
    await queue.start('web')
    await queue.send(opened.db, 'test.elsewhere', { n: 7 })
    expect(await waiting(opened, 'test.elsewhere')).toBe(1)
    expect(seen).toEqual([])
    const worker = createQueue({ opened, log })
    worker.register(job)
    await worker.start('worker')
    await runs(1)
    await worker.stop()
    expect(seen).toEqual([7])
  })

  test('logs an error of the queue with its message and stack', async () => {
    const lines: string[] = []
    const { jobsDatabase } = opened
    const executeSql: typeof jobsDatabase.db.executeSql = async (text, values) => {
      if (/skip locked/i.test(text)) throw new Error('the connection was lost')
      return jobsDatabase.db.executeSql(text, values)
    }
    const failing = createQueue({
      opened: { jobsDatabase: { ...jobsDatabase, db: { ...jobsDatabase.db, executeSql } } },
      log: createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) }),
    })
    failing.register(spy('test.lost').job)
    queue.register(spy('test.lost').job)
    await queue.start('web')
    await failing.start('worker').catch(() => undefined)
    await expect.poll(() => lines.length).toBeGreaterThan(0)
    await failing.stop({ timeoutMs: 1_000 })
    const [entry] = lines.map((line) => JSON.parse(line)).filter(({ err }) => err)
    expect(entry.err).toMatchObject({
      message: expect.stringContaining('the connection was lost'),
      stack: expect.stringContaining('    at '),
    })
  })

  test('a job that always fails becomes a dead letter with its data and error, while others run', async () => {
    const poison = spy('test.poison', {
      retryLimit: 1,
      retryDelay: 1,
      handle: async () => {
        throw new Error('poisoned')
      },
    })
    const other = spy('test.other')
    queue.register(poison.job)
    queue.register(other.job)
    await queue.start('all')
    await queue.send(opened.db, 'test.poison', { n: 13 })
    await poison.runs(1)
    await queue.send(opened.db, 'test.other', { n: 1 })
    await other.runs(1)
    await poison.runs(2)
    await expect
      .poll(() => queue.deadLetters(10), { timeout: 20_000 })
      .toEqual([
        {
          id: expect.any(String),
          job: 'test.poison',
          data: { n: 13 },
          error: expect.objectContaining({ message: 'poisoned' }),
          retries: 1,
          died_at: expect.any(Date),
        },
      ])
    expect(poison.seen).toEqual([13, 13])
    const [letter] = await queue.deadLetters(10)
    expect(await queue.revive(letter!.id)).toBe(true)
    expect(await queue.revive(letter!.id)).toBe(false)
    await poison.runs(3)
  })

  test('a delayed job waits for its time', async () => {
    const { job, seen, runs } = spy('test.later')
    queue.register(job)
    await queue.start('all')
    await queue.send(opened.db, 'test.later', { n: 2 }, { startAfter: 1 })
    await queue.send(opened.db, 'test.later', { n: 3 }, { startAfter: new Date(Date.now() + 3_600_000) })
    await queue.send(opened.db, 'test.later', { n: 1 })
    await runs(2)
    await queue.stop()
    expect(seen).toEqual([1, 2])
  })

  test('a job that its process delayed starts at its time, without the query for due jobs', async () => {
    const { jobsDatabase } = opened
    const executeSql: typeof jobsDatabase.db.executeSql = async (text, values) =>
      text.includes('select distinct name') ? { rows: [] } : jobsDatabase.db.executeSql(text, values)
    const unasked = createQueue({
      opened: { jobsDatabase: { ...jobsDatabase, db: { ...jobsDatabase.db, executeSql } } },
      log,
    })
    const { job, seen, runs } = spy('test.timed')
    unasked.register(job)
    await unasked.start('all')
    await unasked.send(opened.db, 'test.timed', { n: 1 }, { startAfter: 1 })
    await unasked.send(opened.db, 'test.timed', { n: 2 }, { startAfter: 3_600 })
    expect(seen).toEqual([])
    await runs(1)
    await unasked.stop()
    expect(seen).toEqual([1])
  })

  test('a worker fetches the next job immediately after it finished one', async () => {
    const { job, seen, runs } = spy('test.many', { concurrency: 1 })
    queue.register(job)
    await queue.start('all')
    const numbers = Array.from({ length: 15 }, (_, n) => n)
    for (const n of numbers) await queue.send(opened.db, 'test.many', { n })
    await runs(15)
    expect(seen).toEqual(numbers)
  })

  test('idle workers do not poll: one query finds all due jobs', async () => {
    const asked: unknown[] = []
    const { jobsDatabase } = opened
    const executeSql = async (text: string, values?: unknown[]) => {
      if (text.includes('SKIP LOCKED') && text.includes('jobs.job')) asked.push(/'(test\.[a-z]+)'/.exec(text)?.[1])
      return jobsDatabase.db.executeSql(text, values)
    }
    const waiting = createQueue({
      opened: { jobsDatabase: { ...jobsDatabase, db: { ...jobsDatabase.db, executeSql } } },
      log,
    })
    const later = spy('test.soon')
    waiting.register(later.job)
    waiting.register(spy('test.idle', { concurrency: 8 }).job)
    await waiting.start('all')
    await waiting.send(opened.db, 'test.soon', { n: 1 }, { startAfter: 1 })
    await later.runs(1)
    await waiting.stop()
    // Once at creation, and once by each worker at start.
    expect(asked.filter((name) => name === 'test.idle')).toHaveLength(1 + 8)
  })

  test('a sweep runs when the worker starts, once per time slot for all workers', async () => {
    const { job, runs, seen } = spy('test.sweep', { every: 3_600 })
    const workers = [queue, createQueue({ opened, log }), createQueue({ opened, log })]
    for (const one of workers) one.register(job)
    for (const one of workers) await one.start('worker')
    await runs(1)
    for (const one of workers) await one.stop()
    expect(seen).toEqual([0])
  })

  test('sends a sweep only if there is something to do', async () => {
    const [nothing, something] = [false, true].map((isDue) =>
      spy(`test.due-${isDue}`, { every: 1, isDue: async () => isDue }),
    )
    queue.register(nothing!.job)
    queue.register(something!.job)
    await queue.start('all')
    await something!.runs(2)
    await queue.stop()
    expect(nothing!.seen).toEqual([])
    expect(await sentEver(opened, 'test.due-false')).toBe(0)
  })

  test('does not send a job again while it is waiting', async () => {
    queue.register(spy('test.missing').job)
    await queue.start('web')
    for (const ids of [['a', 'b'], ['a', 'b', 'c'], []]) await queue.sendMissing(opened.db, 'test.missing', ids)
    expect(await sentEver(opened, 'test.missing')).toBe(3)
  })

  test('sends missing jobs within a transaction, which holds the only connection of an embedded database', async () => {
    queue.register(spy('test.within').job)
    await queue.start('web')
    await opened.db.transaction(async (tx) => {
      await queue.sendMissing(tx, 'test.within', ['a'])
      await queue.sendMissing(tx, 'test.within', ['a', 'b'])
    })
    expect(await sentEver(opened, 'test.within')).toBe(2)
  })

  test('stopping lets a running job finish', async () => {
    let finish = () => {}
    let finished = false
    const { job, runs } = spy('test.slow', {
      handle: async () => {
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        finished = true
      },
    })
    queue.register(job)
    await queue.start('all')
    await queue.send(opened.db, 'test.slow', {})
    await runs(1)
    const stopped = queue.stop({ timeoutMs: 10_000 })
    finish()
    await stopped
    expect(finished).toBe(true)
    expect(await waiting(opened, 'test.slow')).toBe(0)
  })

  test('aborts a job that does not finish in time, and passes it to another worker', async () => {
    let aborted = false
    const { job, runs } = spy('test.stuck', {
      handle: (_data, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted = true
            reject(signal.reason)
          })
        }),
    })
    queue.register(job)
    await queue.start('all')
    await queue.send(opened.db, 'test.stuck', {})
    await runs(1)
    await queue.stop({ timeoutMs: 1_000 })
    expect(aborted).toBe(true)
    expect(await waiting(opened, 'test.stuck')).toBe(1)
  })

  test('two jobs of one name, and an unknown job, are programming errors', async () => {
    queue.register(spy('test.twin').job)
    expect(() => queue.register(spy('test.twin').job)).toThrow('Two jobs are named test.twin')
    await expect(queue.send(opened.db, 'test.nobody', {})).rejects.toThrow('No job is named test.nobody')
  })
})

describeOnPostgres('the queue with several processes', () => {
  test('a sweep continues in a process that started during a run of another, ended process', {
    timeout: 60_000,
  }, async () => {
    const opened = await openTestPostgres()
    let finish = () => {}
    const blocked = new Promise<void>((resolve) => {
      finish = resolve
    })
    const startable = (handle?: () => Promise<void>) => {
      const queue = createQueue({ opened, log, supervisionSeconds: 1 })
      const sweep = spy('test.handed-on', { every: 1, ...(handle && { handle }) })
      queue.register(sweep.job)
      return { ...queue, ...sweep }
    }
    const first = startable(() => blocked)
    await first.start('all')
    await first.runs(1)
    // A process reads pg-boss's counts at start, and then once a minute.
    await expect.poll(() => counted(opened, 'test.handed-on'), { timeout: 20_000 }).toBe(1)
    const second = startable()
    await second.start('all')
    finish()
    await first.stop()
    await expect.poll(() => second.seen.length, { timeout: 15_000 }).toBeGreaterThan(0)
    await second.stop()
    await opened.close()
  })

  test('a job that crashes its process is retried elsewhere until it becomes a dead letter', {
    timeout: 120_000,
  }, async () => {
    const opened = await openTestPostgres()
    const queue = createQueue({ opened, log, supervisionSeconds: 1 })
    queue.register({ name: 'test.deadly', retryLimit: 1, retryDelay: 1, handle: async () => {} })
    await queue.start('web')
    await queue.send(opened.db, 'test.deadly', {})
    for (let round = 0; round < 2; round++) {
      const worker = startChild('work-until-killed', [opened.url])
      expect(await worker.ended).toBe('SIGKILL')
      await opened.db.execute(
        sql`update jobs.job set heartbeat_on = now() - interval '1 hour' where name = 'test.deadly' and state = 'active'`,
      )
    }
    await expect.poll(() => queue.deadLetters(10).then((dead) => dead.length), { timeout: 10_000 }).toBe(1)
    await queue.stop()
    await opened.close()
  })
})

/** Number of jobs ever sent under this name. */
async function sentEver(opened: OpenedDatabase, name: string): Promise<number> {
  const { rows } = (await opened.db.execute(
    sql`select count(*)::int as count from jobs.job where name = ${name}`,
  )) as unknown as { rows: { count: number }[] }
  return rows[0]?.count ?? 0
}

/** Number of running jobs with this name at pg-boss's last count. */
async function counted(opened: OpenedDatabase, name: string): Promise<number> {
  const { rows } = (await opened.db.execute(
    sql`select active_count as count from jobs.queue where name = ${name}`,
  )) as unknown as { rows: { count: number }[] }
  return rows[0]?.count ?? 0
}

/** Number of pending jobs with this name. */
async function waiting(opened: OpenedDatabase, name: string): Promise<number> {
  const { rows } = (await opened.db.execute(
    sql`select count(*)::int as count from jobs.job where name = ${name} and state in ('created', 'retry', 'active')`,
  )) as unknown as { rows: { count: number }[] }
  return rows[0]?.count ?? 0
}
