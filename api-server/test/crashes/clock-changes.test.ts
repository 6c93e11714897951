/**
 * Exams on days when clocks change, in three time zones. The server and Postgres run under libfaketime, and the clock
 * jumps from one moment of the exam to the next. The time of the database decides.
 */
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { grant } from '../../src/areas/catalogue/entitlements/service.ts'
import { hashPassword } from '../../src/areas/platform/auth/passwords/hash.ts'
import { openAttempt } from '../../src/areas/training/exam-attempts/attempts/can-schedule.ts'
import { loadConfig } from '../../src/config.ts'
import type { OpenedDatabase } from '../../src/db/open.ts'
import { openPostgresDatabase } from '../../src/db/postgres/postgres.ts'
import { examAttempts, examLedger, users } from '../../src/db/schema/index.ts'
import { createSecrets } from '../../src/secrets.ts'
import { makeExam } from '../catalogue.ts'
import { insertAccount } from '../fixtures/lab-fixture.ts'
import { useRealHashes } from '../hashes.ts'
import { findBinaries, freePort, type PrivatePostgres, startPostgres } from '../servers/postgres.ts'
import { type Child, startChild } from '../spawn.ts'
import { findFaketime } from './faketime.ts'

useRealHashes()

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PASSWORD = 'not-a-common-one-7'

interface Change {
  zone: string
  how: string
  date: string
  /** Local time that is ambiguous or does not exist, and the field that the refusal names. */
  refused?: { hour: number; field: string }
  booked: { hour: number; occurrence?: string }
  /** Start of the booked exam. */
  at: string
}

/** Sorted by date, because the clock only moves forward between cases. Lord Howe changes by half an hour. */
const changes: Change[] = [
  {
    zone: 'America/New_York',
    how: 'forward',
    date: '2027-03-14',
    refused: { hour: 2, field: 'hour' },
    booked: { hour: 1 },
    at: '2027-03-14T06:00:00Z',
  },
  {
    zone: 'Europe/Berlin',
    how: 'forward',
    date: '2027-03-28',
    refused: { hour: 2, field: 'hour' },
    booked: { hour: 1 },
    at: '2027-03-28T00:00:00Z',
  },
  { zone: 'Australia/Lord_Howe', how: 'back', date: '2027-04-04', booked: { hour: 1 }, at: '2027-04-03T14:00:00Z' },
  {
    zone: 'Australia/Lord_Howe',
    how: 'forward',
    date: '2027-10-03',
    refused: { hour: 2, field: 'hour' },
    booked: { hour: 1 },
    at: '2027-10-02T14:30:00Z',
  },
  {
    zone: 'Europe/Berlin',
    how: 'back',
    date: '2027-10-31',
    refused: { hour: 2, field: 'occurrence' },
    booked: { hour: 2, occurrence: 'later' },
    at: '2027-10-31T01:00:00Z',
  },
  {
    zone: 'America/New_York',
    how: 'back',
    date: '2027-11-07',
    refused: { hour: 1, field: 'occurrence' },
    booked: { hour: 1, occurrence: 'earlier' },
    at: '2027-11-07T05:00:00Z',
  },
]

const library = findFaketime()
const reason = !process.env.LONG
  ? 'it takes minutes (set LONG=1 to run it)'
  : !library
    ? 'libfaketime is not installed (Debian: apt-get install libfaketime)'
    : !findBinaries() && 'Postgres is not installed'

describe.skipIf(reason)(`exams on days when clocks change${reason ? `, not run: ${reason}` : ''}`, () => {
  let folder: string
  let postgres: PrivatePostgres
  let opened: OpenedDatabase
  let server: Child
  let origin: string
  let settings: Record<string, string>

  /** Sets the clock of the server and its database. */
  function jumpTo(moment: Date) {
    const file = join(folder, 'clock')
    writeFileSync(
      `${file}.new`,
      `${moment < new Date() ? '' : '+'}${Math.round((moment.getTime() - Date.now()) / 1000)}`,
    )
    // Postgres may run as another user.
    chmodSync(`${file}.new`, 0o644)
    renameSync(`${file}.new`, file)
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'flagyard-clock-'))
    chmodSync(folder, 0o755)
    jumpTo(new Date('2027-03-01T12:00:00Z'))
    const clock = {
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: join(folder, 'clock'),
      FAKETIME_NO_CACHE: '1',
      // Timers and measured durations use the real clock.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
    postgres = await startPostgres({ env: { ...process.env, TEST_DATABASE_URL: undefined }, serverEnv: clock })
    const port = String(await freePort())
    origin = `http://127.0.0.1:${port}`
    settings = {
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, 'data'),
      DEMO: '1',
      DEMO_PASSWORD: PASSWORD,
      PORT: port,
    }
    server = startChild('serve', [], { ...settings, ...clock, SIMULATED_PACE_MS: '0', LOG_LEVEL: 'fatal' })
    const ready = () => fetch(`${origin}/readyz`)
    await vi.waitFor(async () => expect((await ready()).status).toBe(200), { timeout: 120_000, interval: 200 })
    opened = openPostgresDatabase(postgres.url, { connections: 2 })
    await keepSweepsRunning()
  }, 180_000)
  afterAll(async () => {
    await opened?.close()
    server?.process.kill('SIGTERM')
    await server?.ended
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /**
   * Sweeps only run while an attempt may need one. This attempt always does, and nothing is built for it because the
   * account is disabled.
   */
  async function keepSweepsRunning() {
    const person = {
      username: 'nobody',
      email: 'nobody@candidates.example',
      full_name: 'Nobody',
      password_hash: 'none',
    }
    const [user] = await opened.db
      .insert(users)
      .values({ ...person, disabled_at: new Date() })
      .returning()
    const { id } = await makeExam(opened.db, 'always-tended')
    await opened.db.insert(examAttempts).values({ user_id: user!.id, exam_id: id, state: 'preparing' })
  }

  /** Learner who has the exam. Signs in for each call, because sessions and tokens expire when the clock jumps. */
  async function createCandidate(name: string) {
    const { db } = opened
    const password_hash = await hashPassword(PASSWORD)
    const person = { username: name, email: `${name}@candidates.example`, full_name: name, password_hash }
    const [user] = await db
      .insert(users)
      .values({ ...person, activated_at: new Date() })
      .returning()
    const exam = await makeExam(db, name, {
      bookable: true,
      duration_minutes: 240,
      module_stages: [{ name: 'Drawing the account', resources: [{ type: 'aws_iam_user', name: 'candidate' }] }],
    })
    for (const _ of [1, 2, 3]) await insertAccount(db, createSecrets(loadConfig(settings).secretKey))
    await db.transaction(async (tx) => {
      await grant(tx, { userId: user!.id, exam: exam.id, source: 'voucher' })
      await openAttempt(tx, user!.id, exam.id)
    })
    const call = async (method: string, path: string, body?: object) => {
      const form = new URLSearchParams({ username: name, password: PASSWORD })
      const from = { 'sec-fetch-site': 'same-origin' }
      const signed = await fetch(`${origin}/api/v1/auth/signin`, { method: 'POST', headers: from, body: form })
      const { access_token } = (await signed.json()) as { access_token: string }
      const answer = await fetch(`${origin}/api/v1/exams/${name}${path}`, {
        method,
        headers: {
          ...from,
          authorization: `Bearer ${access_token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: (await answer.json()) as Answer }
    }
    const attempt = async () => (await db.select().from(examAttempts).where(eq(examAttempts.exam_id, exam.id)))[0]!
    return {
      call,
      attempt,
      until: (state: string) =>
        vi.waitFor(async () => expect((await attempt()).state).toBe(state), { timeout: 60_000, interval: 250 }),
    }
  }

  /** Waits until a sweep that started after this moment has ended. */
  async function untilSwept() {
    const [clock] = await opened.db
      .select({ now: sql<Date>`now()`.mapWith(examAttempts.created_at) })
      .from(sql`(select) as one`)
    const swept = sql<number>`(select count(*)::int from jobs.job where name = 'exam-room.tend' and state = 'completed'
      and started_on > ${clock!.now.toISOString()}::timestamptz)`
    await vi.waitFor(
      async () => {
        const [done] = await opened.db.select({ swept }).from(sql`(select) as one`)
        expect(done!.swept).toBeGreaterThan(0)
      },
      { timeout: 60_000, interval: 250 },
    )
  }

  test.each(changes)(
    'exams keep their full length when clocks in $zone go $how',
    async ({ zone, how, date, refused, booked, at }) => {
      const hour = new Date(at)
      const after = (ms: number) => new Date(hour.getTime() + ms)
      jumpTo(after(-5 * 24 * HOUR))
      const candidate = await createCandidate(`${zone.split('/')[1]!.toLowerCase().replace('_', '-')}-${how}`)
      const schedule = (asked: object) => candidate.call('POST', '/schedule', { date, time_zone: zone, ...asked })
      if (refused)
        expect(await schedule({ hour: refused.hour })).toMatchObject({
          status: 422,
          body: { errors: [{ field: refused.field }] },
        })
      expect((await schedule(booked)).status).toBe(200)
      expect((await candidate.attempt()).scheduled_at).toEqual(hour)

      jumpTo(after(-46 * MINUTE))
      await untilSwept()
      expect((await candidate.attempt()).state).toBe('scheduled')
      jumpTo(after(-44 * MINUTE))
      await candidate.until('preparing')
      await vi.waitFor(async () => expect((await candidate.attempt()).ready_at).not.toBeNull(), { timeout: 60_000 })
      expect((await candidate.call('POST', '/check_in')).status).toBe(200)

      jumpTo(after(0))
      await candidate.until('active')
      const started = await candidate.attempt()
      expect(started.started_at!.getTime() - hour.getTime()).toBeLessThan(MINUTE)
      expect(started.active_until!.getTime() - started.started_at!.getTime()).toBe(4 * HOUR)

      // Two hours of exam time have passed, independently of local clocks. Turning the clock back adds no time.
      for (const passed of [2 * HOUR, HOUR, 2 * HOUR]) {
        jumpTo(new Date(started.started_at!.getTime() + passed))
        const { body } = await candidate.call('GET', '/me')
        const left = body.attempts[0]!.seconds_left * 1000
        expect(Math.abs(4 * HOUR - passed - left)).toBeLessThan(MINUTE)
        await untilSwept()
        expect(await candidate.attempt()).toMatchObject({ state: 'active', active_until: started.active_until })
      }

      jumpTo(new Date(started.active_until!.getTime() + 10_000))
      await candidate.until('failed')
      const ledger = await opened.db.select().from(examLedger).where(eq(examLedger.attempt_id, started.id))
      expect(ledger.map(({ kind, seconds }) => [kind, seconds])).toEqual([
        ['start', 4 * 3600],
        ['end', 0],
      ])
    },
    300_000,
  )
})

interface Answer {
  attempts: { seconds_left: number }[]
  errors?: { field: string }[]
}
