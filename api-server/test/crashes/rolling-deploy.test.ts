/**
 * Two processes of the built server are behind nginx with the site of `deploy/nginx.conf`. They are replaced one after the other while learners read,
 * watch, submit flags, sit an exam, buy, build labs, and follow them.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { TERMS_VERSION } from '@flagyard/api-types/orders/terms'
import { eq, isNotNull } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hashPassword } from '../../src/areas/platform/auth/passwords/hash.ts'
import { loadConfig } from '../../src/config.ts'
import type { OpenedDatabase } from '../../src/db/open.ts'
import { openPostgresDatabase } from '../../src/db/postgres/postgres.ts'
import * as schema from '../../src/db/schema/index.ts'
import { mark } from '../../src/demo/marker.ts'
import { createSecrets } from '../../src/secrets.ts'
import { makeCourse, makeExam } from '../catalogue.ts'
import { createTestDatabase, describeOnPostgres } from '../database.ts'
import { insertAccount, insertLab } from '../fixtures/lab-fixture.ts'
import { useRealHashes } from '../hashes.ts'
import { freePort } from '../servers/postgres.ts'
import { startCommand } from '../servers/start-command.ts'

useRealHashes()

const DEPLOYMENTS = 20
const LEARNERS = 6
const PASSWORD = 'not-a-common-one-7'
/** In the long tests, scripts/ci.ts installs nginx. */
const hasNginx = spawnSync('nginx', ['-v']).status === 0

describeOnPostgres('a deployment under traffic', () => {
  test.skipIf(!process.env.LONG || !hasNginx)(
    'no request fails, event streams resume within five seconds, and nothing happens twice',
    { timeout: 60_000 + DEPLOYMENTS * 60_000 },
    async () => {
      const { url, drop } = await createTestDatabase()
      const folder = mkdtempSync(join(tmpdir(), 'flagyard-rolling-'))
      onTestFinished(async () => {
        await drop()
        rmSync(folder, { recursive: true, force: true })
      })
      const { db, close } = openPostgresDatabase(url, { connections: 2 })
      onTestFinished(close)
      const ports = [await freePort(), await freePort()] as const
      const settings = { DATABASE_URL: url, DATA_DIR: folder, DEMO: '1', DEMO_PASSWORD: PASSWORD }
      const flags = await enrol(db, settings)
      const start = (port: number) => startServer({ ...settings, PORT: String(port) })
      const servers = await Promise.all(ports.map(start))
      onTestFinished(() => {
        for (const server of servers) server.kill('SIGKILL')
      })
      const origin = await startNginx(folder, ports)

      const traffic = new Traffic(origin)
      const learning = Array.from({ length: LEARNERS }, (_, index) => traffic.learn(`learner-${index}`, flags))
      const sitting = traffic.sit(`learner-${LEARNERS}`)
      await pause(2_000)
      for (let deployment = 0; deployment < DEPLOYMENTS; deployment++)
        for (const [index, port] of ports.entries()) {
          const old = servers[index]
          old?.kill('SIGTERM')
          if (old) expect(await once(old, 'exit')).toEqual([0, null])
          servers[index] = await start(port)
          await pause(1_000)
        }
      traffic.stop()
      await Promise.all([...learning, sitting])

      expect(traffic.failed).toEqual([])
      expect(Math.max(...traffic.gaps)).toBeLessThan(5_000)
      expect([...traffic.examEnds]).toEqual([
        (await db.select().from(schema.examAttempts))[0]?.active_until?.toISOString(),
      ])
      const paid = await db.$count(schema.orders, eq(schema.orders.state, 'fulfilled'))
      expect(paid).toBe(traffic.bought)
      expect(await db.$count(schema.flagSolves, eq(schema.flagSolves.flag_id, flags.STATIC))).toBe(LEARNERS)
      const leases = await db.select().from(schema.deployments).where(isNotNull(schema.deployments.lab_id))
      expect(new Set(leases.map((lease) => lease.cloud_account_id)).size).toBe(LEARNERS)
      console.log(
        `${traffic.answered} requests, ${traffic.repeated} repeated, 0 failed; ${traffic.bought} orders; streams resumed ` +
          `${traffic.gaps.length} times, after at most ${Math.round(Math.max(...traffic.gaps))} ms`,
      )
    },
  )
})

/** Learners with a course and its lab, and a course that they can buy. The last one sits an exam. */
async function enrol(db: OpenedDatabase['db'], settings: Record<string, string>) {
  await db.transaction((tx) => mark(tx, new Date()))
  const { lesson, flags } = await insertLab(db)
  const { course_id, section_id } = lesson
  const film = { slug: 'the-film', title: 'The film', kind: 'video', duration_seconds: 36_000 } as const
  await db.insert(schema.lessons).values({ ...film, course_id, section_id, position: 2 })
  await makeCourse(db, 'for-sale')
  const exam = await makeExam(db, 'expert')
  const started_at = new Date()
  const active_until = new Date(started_at.getTime() + 14_400_000)
  const terms = { seconds: 14_400, passing_points: 70, resets: 1, extension_ceiling_minutes: 0 }
  const password_hash = await hashPassword(PASSWORD)
  const secrets = createSecrets(loadConfig(settings).secretKey)
  for (let index = 0; index <= LEARNERS; index++) {
    const username = `learner-${index}`
    const person = { username, email: `${username}@people.example`, full_name: username, password_hash }
    const [user] = await db
      .insert(schema.users)
      .values({ ...person, activated_at: new Date() })
      .returning()
    if (!user) throw new Error('not inserted')
    const access = { user_id: user.id, source: 'administrator' } as const
    if (index < LEARNERS) {
      await db.insert(schema.entitlements).values({ ...access, kind: 'course', course_id })
      continue
    }
    await db.insert(schema.entitlements).values({ ...access, kind: 'exam', exam_id: exam.id })
    const sitting = { user_id: user.id, exam_id: exam.id, state: 'active', time_zone: 'UTC', terms } as const
    const times = {
      scheduled_at: started_at,
      checked_in_at: started_at,
      ready_at: started_at,
      started_at,
      active_until,
    }
    await db.insert(schema.examAttempts).values({ ...sitting, ...times })
  }
  // The exam's cloud has spare accounts for it.
  for (let index = 0; index < LEARNERS + 4; index++) await insertAccount(db, secrets)
  return flags
}

/** Starts the built server, and waits until it is ready. */
async function startServer(settings: Record<string, string>): Promise<ChildProcess> {
  const { NODE_OPTIONS: _, ...env } = process.env
  const server = spawn(process.execPath, startCommand.args, {
    env: {
      ...env,
      ...startCommand.env,
      ...settings,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ready = () => fetch(`http://127.0.0.1:${settings.PORT}/readyz`)
  await vi.waitFor(async () => expect((await ready()).status).toBe(200), { timeout: 60_000, interval: 100 })
  return server
}

/** Starts nginx with the site in `deploy`, on a free port and without TLS. */
async function startNginx(folder: string, ports: readonly number[]): Promise<string> {
  const port = await freePort()
  const site = readFileSync(new URL('../../../deploy/nginx.conf', import.meta.url), 'utf8')
    .replace(/server \{\s+listen 80;[^}]+\}/, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll(/^\s+ssl_.*$/gm, '')
    .replace(':3001', `:${ports[0]}`)
    .replace(':3002', `:${ports[1]}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  mkdirSync(join(folder, 'logs'))
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/logs/error.log; events {}
    http { access_log off; ${temporary.join(' ')} ${site} }`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'logs/error.log')], {
    stdio: 'inherit',
  })
  onTestFinished(() => void nginx.kill('SIGTERM'))
  const origin = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), { timeout: 20_000 })
  return origin
}

class Traffic {
  answered = 0
  repeated = 0
  bought = 0
  failed: string[] = []
  /** Ends of exams, as the processes said them. */
  examEnds = new Set<string>()
  /** Milliseconds from the end of an event stream to the first event of the next one. */
  gaps: number[] = []
  readonly #origin: string
  #stopped = false

  constructor(origin: string) {
    this.#origin = origin
  }

  stop() {
    this.#stopped = true
  }

  /** Looks at the clock of an exam until the traffic stops. */
  async sit(username: string) {
    const headers = { authorization: await this.#signIn(username) }
    for (; !this.#stopped; await pause(300)) {
      const { attempts = [] } = (await this.#call('/exams/expert/me', { headers })) as {
        attempts?: { active_until: string }[]
      }
      for (const { active_until } of attempts) this.examEnds.add(active_until)
    }
  }

  async #signIn(username: string): Promise<string> {
    const form = { method: 'POST', body: new URLSearchParams({ username, password: PASSWORD }) }
    const { access_token } = await this.#call('/auth/signin', { ...form, headers: { 'sec-fetch-site': 'same-origin' } })
    return `Bearer ${access_token}`
  }

  /** Works through the day of one learner until the traffic stops. */
  async learn(username: string, flags: { STATIC: string }) {
    const authorization = await this.#signIn(username)
    const read = (path: string) => this.#call(path, { headers: { authorization } })
    const post = (path: string, body: object, key = false) =>
      this.#call(path, {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
          ...(key && { 'idempotency-key': randomUUID() }),
        },
        body: JSON.stringify(body),
      })
    const { id } = await post('/labs/deploy/red-team/first/the-lab', {}, true)
    while ((await read(`/deployments/${id}`)).state !== 'running') await pause(300)
    const following = this.#follow(`/deployments/${id}/events`, authorization)
    for (let round = 0; !this.#stopped; round++) {
      await read('/courses/red-team/details')
      await read('/courses/me')
      await read('/courses/red-team/me')
      const at = round * 5
      const watched = { section: 'first', lesson: 'the-film', position_seconds: at + 5, intervals: [[at, at + 5]] }
      await post('/courses/update_last_seen/red-team', watched)
      // More than a few guesses a minute are refused.
      if (round < 4) await post(`/flags/${flags.STATIC}/me`, { flag: round === 3 ? 'audit-reader' : 'a-guess' })
      if (round < 8) {
        const { order_id } = await post(
          '/courses/purchase',
          { slug: 'for-sale', quantity: 1, gift: true, terms: TERMS_VERSION },
          true,
        )
        await post(`/orders/${order_id}/demo_payment`, { outcome: 'paid' }, true)
        this.bought++
      }
      await pause(300)
    }
    await following
  }

  /** Sends a request as the browser's client does: a GET, or a POST with a key, is repeated once. */
  async #call(path: string, init: RequestInit): Promise<Record<string, unknown>> {
    const isRepeatable = init.method !== 'POST' || new Headers(init.headers).has('idempotency-key')
    const send = () => fetch(`${this.#origin}/api/v1${path}`, init).catch((error: Error) => error)
    let answer = await send()
    if (isRepeatable && (answer instanceof Error || answer.status >= 502)) {
      this.repeated++
      await pause(300)
      answer = await send()
    }
    this.answered++
    if (!(answer instanceof Error) && answer.ok)
      return answer.status === 204 ? {} : answer.json().then((body) => body ?? {})
    const reason =
      answer instanceof Error
        ? String(answer.cause ?? answer)
        : `${answer.status} ${(await answer.text()).slice(0, 200)}`
    this.failed.push(`${init.method ?? 'GET'} ${path}: ${reason}`)
    return {}
  }

  /** Follows an event stream like EventSource: two seconds after its end it opens the next one. */
  async #follow(path: string, authorization: string) {
    let endedAt = 0
    while (!this.#stopped) {
      const abort = new AbortController()
      const watch = setInterval(() => this.#stopped && abort.abort(), 100)
      try {
        const answer = await fetch(`${this.#origin}/api/v1${path}`, {
          headers: { authorization },
          signal: abort.signal,
        })
        for await (const chunk of answer.ok && answer.body ? answer.body : []) {
          if (endedAt && String(new TextDecoder().decode(chunk)).includes('event:')) {
            this.gaps.push(performance.now() - endedAt)
            endedAt = 0
          }
        }
      } catch (error) {
        if (!abort.signal.aborted && !(error instanceof TypeError)) throw error
      } finally {
        clearInterval(watch)
      }
      endedAt ||= performance.now()
      if (!this.#stopped) await pause(2_000)
    }
  }
}
