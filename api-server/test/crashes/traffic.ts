/** Learners, a candidate and an author who work while processes and databases come and go, and checks of all acknowledged writes. */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { hashPassword } from '../../src/areas/platform/auth/passwords/hash.ts'
import { loadConfig } from '../../src/config.ts'
import type { Db } from '../../src/db/open.ts'
import * as schema from '../../src/db/schema/index.ts'
import { mark } from '../../src/demo/marker.ts'
import { createSecrets } from '../../src/secrets.ts'
import { makeCourse, makeExam } from '../catalogue.ts'
import { insertAccount, insertLab } from '../fixtures/lab-fixture.ts'
import { mp4 } from '../fixtures/media-files.ts'
import { seatCandidates } from '../fixtures/seat-candidates.ts'

export const PASSWORD = 'not-a-common-one-7'
const CANDIDATE = 'candidate-1'

/** Learners with a course and its lab, and a course that they can buy; a candidate in an exam, and an author. */
export async function enrol(db: Db, settings: Record<string, string>, { learners, accounts = learners + 4 }: Crowd) {
  await db.transaction((tx) => mark(tx, new Date()))
  const { lesson, flags } = await insertLab(db, { resets: 100_000, access_days: 3650 })
  const { course_id, section_id } = lesson
  const film = { slug: 'the-film', title: 'The film', kind: 'video', duration_seconds: 36_000 } as const
  await db.insert(schema.lessons).values({ ...film, course_id, section_id, position: 2 })
  await makeCourse(db, 'for-sale')
  const exam = await makeExam(db, 'expert')
  const [examFlag] = await db
    .insert(schema.flags)
    .values({
      exam_id: exam.id,
      position: 1,
      title: 'The vault',
      question: 'What is in it?',
      type: 'STATIC',
      points: 50,
      secret: 'gold',
    })
    .returning()
  const password_hash = await hashPassword(PASSWORD)
  const insertPerson = async (username: string, more: Partial<typeof schema.users.$inferInsert> = {}) => {
    const person = { username, email: `${username}@people.example`, full_name: username, password_hash, ...more }
    const [user] = await db
      .insert(schema.users)
      .values({ ...person, activated_at: new Date() })
      .returning()
    return user!.id
  }
  const access = { source: 'administrator' } as const
  for (let index = 0; index < learners; index++) {
    const user_id = await insertPerson(`learner-${index}`)
    await db.insert(schema.entitlements).values({ ...access, user_id, kind: 'course', course_id })
  }
  await insertPerson('author', { roles: ['admin'], capabilities: ['content'] })
  await seatCandidates(db, {
    exam: exam.slug,
    region: 'eu-west-1',
    prefix: 'candidate',
    people: 1,
    passwordOf: 'author',
  })
  const secrets = createSecrets(loadConfig(settings).secretKey)
  for (const { id } of await db.select().from(schema.cloudAccounts)) {
    const credentials_sealed = secrets.seal('credentials', id, JSON.stringify({ simulated: id }))
    await db.update(schema.cloudAccounts).set({ credentials_sealed }).where(eq(schema.cloudAccounts.id, id))
  }
  for (let index = 0; index < accounts; index++) await insertAccount(db, secrets)
  return { lab: flags.STATIC, exam: examFlag!.id }
}

type Flags = Awaited<ReturnType<typeof enrol>>

interface Crowd {
  learners: number
  /** Cloud accounts. The exam's cloud has spare accounts for it. */
  accounts?: number
}

export class Traffic {
  answered = 0
  /** Requests that the browser's client sent again. */
  repeated = 0
  /** Requests that only a person may send again, because they have no Idempotency-Key, with the reason. */
  pressedAgain: string[] = []
  failed: string[] = []
  /** Ends of the exam, as answered by the processes. */
  examEnds = new Set<string>()
  /** Milliseconds from the end of an event stream to the first event of the next one. */
  gaps: number[] = []
  /** Acknowledged writes. */
  readonly acknowledged = {
    orders: new Set<string>(),
    guesses: new Set<string>(),
    deployments: new Set<string>(),
    /** Position in the film by learner. */
    positions: new Map<string, number>(),
    /** Names of uploaded files, which contain their checksum. */
    files: new Set<string>(),
  }
  /** Lab of the first learner, who never ends it. */
  endlessLab = ''
  /** Purchases that were begun, each with its own key. */
  purchases = 0
  readonly #origin: string
  #stopped = false
  readonly #tokens = new Map<string, { token: Promise<string>; until: number }>()

  constructor(origin: string) {
    this.#origin = origin
  }

  stop() {
    this.#stopped = true
  }

  get requests() {
    const { answered, repeated, pressedAgain, failed } = this
    return `${answered} requests, ${repeated} repeated by the client, ${pressedAgain.length} by the learner, ${failed.length} failed after that`
  }

  get streams() {
    return `streams resumed ${this.gaps.length} times, after at most ${Math.round(Math.max(0, ...this.gaps))} ms`
  }

  /** Lets everyone work until the traffic stops. */
  begin(learners: number, flags: Flags) {
    const learning = Array.from({ length: learners }, (_, index) => this.#learn(`learner-${index}`, flags))
    return Promise.all([...learning, this.#sit(flags.exam), this.#upload()])
  }

  /** Looks at the clock of an exam, and submits flags, until the traffic stops. */
  async #sit(flag: string) {
    for (let round = 0; !this.#stopped; round++, await pause(300)) {
      const guess = `gold ${round}`
      if (round % 40 === 1 && (await this.#call(CANDIDATE, `/exams/flags/${flag}/me`, { body: { flag: guess } })))
        this.acknowledged.guesses.add(guess)
      const room = await this.#call(CANDIDATE, '/exams/expert/me')
      for (const { active_until } of (room?.attempts ?? []) as { active_until: string }[])
        this.examEnds.add(active_until)
    }
  }

  /** Works through the day of one learner until the traffic stops. */
  async #learn(username: string, flags: Flags) {
    const { acknowledged } = this
    const read = (path: string) => this.#call(username, path)
    const post = (path: string, body: Body) => this.#call(username, path, { body })
    const postOnce = (path: string, body: object) => this.#call(username, path, { body, key: randomUUID() })
    const isFirst = username === 'learner-0'
    let lab = { id: '', state: 'ended', rounds: 0 }
    let nextFlag = 0
    let flagCount = 0
    const streams: Promise<void>[] = []
    for (let round = 0; !this.#stopped; round++) {
      await read('/courses/red-team/details')
      await read('/courses/me')
      await read('/courses/red-team/me')
      const at = (round + 1) * 5
      const watched = { section: 'first', lesson: 'the-film', position_seconds: at, intervals: [[at - 5, at]] }
      if (await post('/courses/update_last_seen/red-team', watched)) acknowledged.positions.set(username, at)
      if (round < 4 || round % 20 === 0) await this.#buy(postOnce)
      if (lab.state === 'ended') {
        const answer = await postOnce('/labs/deploy/red-team/first/the-lab', {})
        if (answer) {
          lab = { id: String(answer.id), state: 'queued', rounds: 0 }
          acknowledged.deployments.add(lab.id)
          if (isFirst) this.endlessLab ||= lab.id
          const { id } = lab
          streams.push(
            this.#follow(username, `/deployments/${id}/events`, () => lab.id !== id || lab.state === 'ended'),
          )
        }
      } else lab.state = String((await read(`/deployments/${lab.id}`))?.state ?? lab.state)
      if (lab.state === 'running') {
        lab.rounds++
        // A learner who sees an error makes another guess.
        let guess = ''
        const newGuess = () => {
          guess = randomUUID()
          return { flag: guess }
        }
        if (performance.now() > nextFlag) {
          nextFlag = performance.now() + FLAG_MS
          if (flagCount++ % 2 === 1) await post(`/flags/${flags.lab}/me`, { flag: 'audit-reader' })
          else if (await post(`/flags/${flags.lab}/me`, newGuess)) acknowledged.guesses.add(guess)
        }
        if (lab.rounds === ROUNDS_IN_LAB && !isFirst) await post('/labs/destroy/red-team/first/the-lab', {})
      }
      await pause(300)
    }
    await Promise.all(streams)
  }

  /** Uploads films in chunks until the traffic stops. As a browser does, asks where to resume after a failure. */
  async #upload() {
    for (; !this.#stopped; await pause(2_000)) {
      const content = Buffer.from(mp4(30))
      const size = Math.ceil(content.length / 3)
      const metadata = { kind: 'film', filename: 'lesson.mp4' }
      const encoded = Object.entries(metadata).map(
        ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
      )
      const begun = await this.#call('author', '/admin/uploads', {
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(content.length),
          'upload-metadata': encoded.join(),
        },
        method: 'POST',
      })
      const path = String(begun?.location ?? '').replace(/^.*\/api\/v1/, '')
      if (!path) continue
      for (let offset = 0, tries = 0; offset < content.length && tries < 20; tries++) {
        const { status } = await this.#send('author', path, {
          method: 'PATCH',
          headers: {
            'tus-resumable': '1.0.0',
            'upload-offset': String(offset),
            'content-type': 'application/offset+octet-stream',
          },
          bytes: content.subarray(offset, offset + size),
        })
        if (status !== 204) await pause(1_000)
        const answer = await this.#call('author', path, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
        offset = Number(answer?.['upload-offset'] ?? offset)
      }
      let state: unknown
      for (let tries = 0; tries < 120 && state !== 'ready'; tries++, await pause(500))
        state = (await this.#call('author', path))?.state
      if (state === 'ready') this.acknowledged.files.add(`${sha256(content)}.mp4`)
      else this.failed.push(`${path}: the upload is ${state}`)
    }
  }

  async #buy(postOnce: (path: string, body: object) => Promise<Answer | undefined>) {
    this.purchases++
    const gift = { slug: 'for-sale', quantity: 1, gift: true, terms: '2026-11-01' }
    const order = await postOnce('/courses/purchase', gift)
    if (order && (await postOnce(`/orders/${order.order_id}/demo_payment`, { outcome: 'paid' })))
      this.acknowledged.orders.add(String(order.order_id))
  }

  /** Access token of an account, which signs in again before it expires. */
  #signIn(username: string): Promise<string> {
    const known = this.#tokens.get(username)
    if (known && performance.now() < known.until) return known.token
    const form = { form: new URLSearchParams({ username, password: PASSWORD }) }
    const token = this.#call(undefined, '/auth/signin', form).then((answer) => `Bearer ${answer?.access_token}`)
    this.#tokens.set(username, { token, until: performance.now() + 300_000 })
    return token
  }

  /**
   * Sends a request as the browser's client does: a GET, or a POST with a key, is repeated once. Another POST is repeated by the person. Returns the
   * body and headers of the answer, or undefined if both failed.
   */
  async #call(username: string | undefined, path: string, request: Request = {}): Promise<Answer | undefined> {
    let answer = await this.#send(username, path, request)
    const isInterrupted = answer.status === 0 || (answer.status >= 502 && answer.status <= 504)
    const isRepeatable = methodOf(request) !== 'POST' || request.key !== undefined
    if (isInterrupted) {
      if (isRepeatable) this.repeated++
      else this.pressedAgain.push(describe(path, request, answer))
      await pause(Math.min(Number(answer.headers['retry-after'] ?? 0.3) * 1_000, 5_000))
      answer = await this.#send(username, path, request)
    }
    this.answered++
    if (answer.status >= 200 && answer.status < 300)
      return { ...answer.headers, ...(answer.text && (JSON.parse(answer.text) as object)) }
    // The interrupted request had ended the lab.
    const wasDone = isInterrupted && !isRepeatable && answer.status === 409
    if (!wasDone) this.failed.push(describe(path, request, answer))
    return undefined
  }

  async #send(username: string | undefined, path: string, request: Request) {
    const authorization = username && (await this.#signIn(username))
    const { body, form, bytes, key, headers } = request
    try {
      const answer = await fetch(`${this.#origin}/api/v1${path}`, {
        method: methodOf(request),
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(authorization && { authorization }),
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
          ...headers,
        },
        body: bytes ?? form ?? (body ? JSON.stringify(typeof body === 'function' ? body() : body) : null),
      })
      const text = await answer.text()
      return { status: answer.status, headers: Object.fromEntries(answer.headers), text }
    } catch (error) {
      return { status: 0, headers: {} as Record<string, string>, text: String((error as Error).cause ?? error) }
    }
  }

  /** Follows an event stream like the apps do: two seconds after its end they open the next one. */
  async #follow(username: string, path: string, isOver: () => boolean) {
    let endedAt = 0
    while (!this.#stopped && !isOver()) {
      const abort = new AbortController()
      const watch = setInterval(() => (this.#stopped || isOver()) && abort.abort(), 100)
      try {
        const answer = await fetch(`${this.#origin}/api/v1${path}`, {
          headers: { authorization: await this.#signIn(username) },
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
      if (!this.#stopped && !isOver()) await pause(2_000)
    }
  }
}

/** A function makes a new body when the person sends the request again. */
type Body = object | (() => object)

interface Request {
  method?: string
  body?: Body
  form?: URLSearchParams
  bytes?: Buffer<ArrayBuffer>
  key?: string
  headers?: Record<string, string>
}
type Answer = Record<string, unknown>
const methodOf = ({ method, body, form }: Request) => method ?? (body || form ? 'POST' : 'GET')
const describe = (path: string, request: Request, { status, text }: { status: number; text: string }) =>
  `${methodOf(request)} ${path}: ${status} ${text.slice(0, 200)}`
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** Milliseconds between two flags of a learner: more than ten a minute are refused. */
const FLAG_MS = 7_000
/** Rounds of a learner's day from the start of a lab until they end it. */
const ROUNDS_IN_LAB = 25

/** Damage in the database, by kind: acknowledged writes that are missing, and effects that happened twice. */
export async function findDamage(db: Db, { acknowledged, purchases }: Traffic) {
  const missing = (promised: Iterable<string>, found: { value: string }[]) =>
    [...promised].filter((value) => !found.some((row) => row.value === value))
  const { orders, flagTries, deployments, lessonProgress, users, storedFiles } = schema
  const tries = await db.select({ value: flagTries.value }).from(flagTries)
  const positions = await db
    .select({ username: users.username, position: lessonProgress.position_seconds })
    .from(lessonProgress)
    .innerJoin(users, eq(users.id, lessonProgress.user_id))
  const fulfilled = and(eq(orders.state, 'fulfilled'), inArray(orders.id, [...acknowledged.orders]))
  const rows = async (query: ReturnType<typeof sql>) =>
    ((await db.execute(query)) as unknown as { rows: object[] }).rows
  return {
    'lost orders': missing(acknowledged.orders, await db.select({ value: orders.id }).from(orders).where(fulfilled)),
    'lost guesses': missing(acknowledged.guesses, tries),
    'lost deployments': missing(acknowledged.deployments, await db.select({ value: deployments.id }).from(deployments)),
    'lost films': missing(acknowledged.files, await db.select({ value: storedFiles.name }).from(storedFiles)),
    'lost positions': [...acknowledged.positions].filter(
      ([username, at]) => !positions.some((row) => row.username === username && row.position >= at),
    ),
    'orders without a purchase': (await db.$count(orders)) > purchases ? [await db.$count(orders)] : [],
    'guesses recorded twice': await rows(
      sql`select value from flag_tries where not correct group by 1 having count(*) > 1`,
    ),
    'orders with another number of vouchers': await rows(
      sql`select o.id, count(v.id) from orders o left join vouchers v on v.order_id = o.id where o.state = 'fulfilled' group by 1
        having count(v.id) <> 1`,
    ),
    'mails sent twice for one order': await rows(
      sql`select about, kind from outbox where about like 'order:%' group by 1, 2 having count(*) > 1`,
    ),
    'deployments that ran twice': await rows(
      sql`select deployment_id from cloud_account_transitions where to_status = 'Provisioned' and deployment_id is not null
        group by 1 having count(*) > 1`,
    ),
    // Each transition of an account begins where its previous one ended, and a lab ends before the next one runs.
    'accounts leased twice': await rows(
      sql`select id from (select *, lag(to_status) over (partition by cloud_account_id order by id) as before
          from cloud_account_transitions) steps where from_status <> before
        union all select 0 from deployments a join deployments b using (cloud_account_id) where a.running_at is not null and b.running_at is not null
          and a.id < b.id and tstzrange(a.running_at, a.ended_at) && tstzrange(b.running_at, b.ended_at)`,
    ),
  }
}

/** Cloud accounts that learners had, and how often. */
export const countLeases = (db: Db) =>
  db.$count(schema.deployments, and(isNotNull(schema.deployments.lab_id), isNotNull(schema.deployments.running_at)))
