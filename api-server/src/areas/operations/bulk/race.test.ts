import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { createManualQueue, type ManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import { startChild } from '../../../../test/spawn.ts'
import { users } from '../../../db/schema/index.ts'
import { runBulk } from './jobs.ts'
import { claimJob } from './queries.ts'

/** 10,000 in the long tier. */
const ROWS = process.env.LONG ? 10_000 : 600

describeOnPostgres('bulk jobs on real Postgres', () => {
  let app: TestApp
  let queue: ManualQueue
  let url: string
  beforeAll(async () => {
    const database = await openTestPostgres()
    url = database.url
    queue = createManualQueue(() => app.deps)
    app = await startTestApp({ database, deps: { queue } })
  })
  afterAll(() => app.close())

  async function start(batch: string, by = app.asAdmin, count = ROWS) {
    await app.deps.db.execute(sql`insert into users (username, email, password_hash, full_name, referrer, activated_at)
      select ${batch} || '-' || n, ${batch} || '-' || n || '@people.example', 'none', 'Person', ${batch}, now()
      from generate_series(1, ${count}::int) n`)
    const filter = JSON.stringify({ referrer: batch })
    return by.startBulk({ bulkAsk: { action: 'users.disable', filter, reason: 'A race', confirm: count } })
  }
  const job = (id: string) => app.asAdmin.getBulkJob({ job_id: id })
  const one = async <T>(query: ReturnType<typeof sql>) =>
    ((await app.deps.db.execute(query)) as unknown as { rows: T[] }).rows[0] as T
  /** State of the accounts and the audit log, to compare with the job's counts. */
  const facts = async (batch: string, id: string) => ({
    disabled: await app.deps.db.$count(users, sql`${users.referrer} = ${batch} and ${users.disabled_at} is not null`),
    twice: await app.deps.db.$count(users, sql`${users.referrer} = ${batch} and ${users.version} > 2`),
    ...(await one<{
      entries: number
      subjects: number
    }>(sql`select count(*)::int as entries, count(distinct subject_id)::int as subjects
      from audit where job_id = ${id}::uuid and action = 'users.disable'`)),
    ...(await one<{ left: number }>(
      sql`select count(*)::int as left from bulk_items where job_id = ${id}::uuid and state = 'waiting'`,
    )),
  })

  /** A database that triggers `what` after this many chunks. */
  function after(chunks: number, happens: () => Promise<unknown>): TestApp['deps']['db'] {
    const transaction = app.deps.db.transaction.bind(app.deps.db)
    let seen = 0
    return Object.assign(Object.create(app.deps.db), {
      async transaction(work: never) {
        const answer = await transaction(work)
        if (++seen === chunks) await happens()
        return answer
      },
    })
  }

  test('a job killed in the middle of a chunk continues there and processes no row twice', async () => {
    const { id, total } = await start('killed')
    const rounds: string[] = []
    for (const stop of [3, 2]) {
      const worker = startChild('work-bulk', [url, id, String(stop)])
      expect(await worker.ended).toBe('SIGKILL')
      const now = await job(id)
      const { disabled, entries, twice, left } = await facts('killed', id)
      rounds.push(`${now.done} done, ${now.failed} failed, ${left} not done`)
      expect(now.state).toBe('running')
      expect(now.done + now.failed + left).toBe(total)
      expect({ disabled, entries, twice }).toEqual({ disabled: now.done, entries: now.done, twice: 0 })
    }
    await queue.run('bulk.run', { id })
    expect(await job(id)).toMatchObject({ state: 'done', done: total, failed: 0 })
    expect(await facts('killed', id)).toEqual({ disabled: total, twice: 0, entries: total, subjects: total, left: 0 })
    console.info(`Killed twice among ${total} rows: ${rounds.join('; ')}; then ${total} done.`)
  })

  test('three concurrent runs of one job process each row once', async () => {
    const { id, total } = await start('raced')
    await Promise.all([1, 2, 3].map(() => runBulk(app.deps, id)))
    expect(await job(id)).toMatchObject({ state: 'done', done: total, failed: 0 })
    expect(await facts('raced', id)).toEqual({ disabled: total, twice: 0, entries: total, subjects: total, left: 0 })
  })

  test('a run stops making changes when another run has taken over its job', async () => {
    const { id, total } = await start('taken', app.asAdmin, 300)
    await runBulk({ ...app.deps, db: after(1, () => claimJob(app.deps.db, id, crypto.randomUUID())) }, id)
    expect(await job(id)).toMatchObject({ state: 'running', done: 100 })
    await runBulk(app.deps, id)
    expect(await facts('taken', id)).toEqual({ disabled: total, twice: 0, entries: total, subjects: total, left: 0 })
  })

  test('a cancelled job stops at the next chunk, and its counts add up to all rows', async () => {
    const { id, total } = await start('halfway')
    await runBulk({ ...app.deps, db: after(2, () => app.asAdmin.cancelBulkJob({ job_id: id })) }, id)
    const { state, done, failed } = await job(id)
    const { disabled, left, entries } = await facts('halfway', id)
    expect({ state, done, failed }).toEqual({ state: 'cancelled', done: 200, failed: 0 })
    expect({ disabled, entries, left }).toEqual({ disabled: done, entries: done, left: total - done })
    console.info(`Cancelled half-way among ${total} rows: ${done} done, ${failed} failed, ${left} not done.`)
  })

  test('a job stops when its administrator is demoted', async () => {
    const starter = app.as('demoted-halfway', { roles: ['user', 'admin'], capabilities: ['support'] })
    const { id, total } = await start('rights', starter)
    const demote = sql`update users set roles = '{user}', capabilities = '{}' where username = 'demoted-halfway'`
    await runBulk({ ...app.deps, db: after(1, () => app.deps.db.execute(demote)) }, id)
    expect(await job(id)).toMatchObject({ state: 'failed', done: 100, total })
    expect((await facts('rights', id)).disabled).toBe(100)
  })

  test('two concurrent undos undo a job once', async () => {
    const { id } = await start('undone', app.asAdmin, 40)
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => app.asAdmin.undoBulkJob({ job_id: id })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await facts('undone', id)).disabled).toBe(0)
  })

  test('two owners who disable each other in concurrent bulk jobs leave one owner', async () => {
    const owner = { roles: ['user' as const, 'admin' as const], capabilities: ['owner', 'support'] }
    await app.asAdmin.getUser({ username: 'undone-1' })
    await app.deps.db.execute(
      sql`update users set capabilities = '{support}' where username = 'administrator-of-tests'`,
    )
    for (const round of [1, 2, 3, 4, 5]) {
      const [left, right] = [`left-${round}`, `right-${round}`]
      const [one, other] = [app.as(left, owner), app.as(right, owner)]
      await Promise.all([one.getMe(), other.getMe()])
      const disable = (by: typeof one, id: string) =>
        by.startBulk({ bulkAsk: { action: 'users.disable', ids: [id], reason: 'A race' } })
      const outcomes = await Promise.allSettled([disable(one, right), disable(other, left)])
      const owners = await app.deps.db.$count(
        users,
        sql`${users.disabled_at} is null and 'owner' = any(${users.capabilities})`,
      )
      expect(owners, `round ${round}: ${JSON.stringify(outcomes)}`).toBe(1)
      await app.deps.db.execute(
        sql`update users set roles = '{user}', capabilities = '{}' where username in (${left}, ${right})`,
      )
    }
  })
})
