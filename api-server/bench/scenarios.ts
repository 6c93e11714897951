import type { Loading } from './load.ts'
import { PASSWORD } from './programs.ts'

/** Data of the seeded database that the load needs. */
export interface World {
  course: string
  /** Courses with the given number of lessons, of which each learner has completed a third. */
  sized: { lessons: number; course: string }[]
  /** A video lesson of that course. */
  video: { section: string; lesson: string }
  /** Access tokens of accounts with several courses and some progress in each. */
  learners: string[]
  /** Access tokens of accounts that may submit the flag, each a few times a minute. */
  players: string[]
  /** Access token of an administrator. */
  administrator: string
  /** Refresh tokens, each valid for one refresh. */
  refreshTokens: string[]
  /** Voucher codes for one use each, and access tokens of as many accounts without them. */
  codes: string[]
  recipients: string[]
  flag: string
  /** A dynamic flag, and its value in one of 10,000 environments of its lab. */
  shared: { flag: string; value: string }
}

export interface Scenario extends Loading {
  name: string
}

export const catalogue: Loading = get('/courses/', noHeaders)

/** The measured calls: those of every visitor, those of a learner, and one of an administrator. */
export const scenarios = (world: World): Scenario[] => [
  { name: 'catalogue', ...catalogue },
  { name: 'course detail', ...get(`/courses/${world.course}`, noHeaders) },
  { name: 'my courses', ...get('/courses/me', () => bearer(world.learners)) },
  { name: 'my progress of a course', ...get(`/courses/${world.course}/me`, () => bearer(world.learners)) },
  { name: 'course details, signed in', ...get(`/courses/${world.course}/details`, () => bearer(world.learners)) },
  { name: 'my labs', ...get('/labs/me', () => bearer(world.learners)) },
  {
    name: 'heartbeat of a video',
    ...post(`/courses/update_last_seen/${world.course}`, () => bearer(world.learners)),
    body: () => JSON.stringify({ ...world.video, position_seconds: 5, intervals: [[0, 5]] }),
  },
  {
    name: 'wrong flag',
    ...post(`/flags/${world.flag}/me`, () => bearer(world.players)),
    body: () => JSON.stringify({ flag: 'FLAG{not-this-one}' }),
  },
  {
    name: 'flag of another learner, among 10,000',
    ...post(`/flags/${world.shared.flag}/me`, () => bearer(world.players)),
    body: () => JSON.stringify({ flag: world.shared.value }),
  },
  {
    name: 'refresh of a session',
    ...post('/auth/refresh', () => ({
      ...fromSomewhere(),
      'sec-fetch-site': 'same-origin',
      cookie: `flagyard-session=${next(world.refreshTokens)}`,
    })),
  },
  {
    name: 'activation of a voucher',
    ...post('/vouchers/activate_voucher', () => bearer(world.recipients)),
    body: () => JSON.stringify({ code: next(world.codes) }),
  },
  ...world.sized.flatMap(({ lessons, course }) => [
    { name: `sized: course, ${lessons} lessons`, ...get(`/courses/${course}`, noHeaders) },
    { name: `sized: my progress, ${lessons} lessons`, ...get(`/courses/${course}/me`, () => bearer(world.learners)) },
    {
      name: `sized: classroom, ${lessons} lessons`,
      ...get(`/courses/${course}/details`, () => bearer(world.learners)),
    },
  ]),
  { name: 'an administrator’s list', ...get('/admin/users', () => bearer([world.administrator])) },
]

/** Calls that are slow if Postgres has few statistics: made by the demo's accounts, on a database that was never analysed. */
export const youngScenarios = ({ learner, administrator }: { learner: string; administrator: string }): Scenario[] => [
  { name: 'my courses', ...get('/courses/me', () => bearer([learner])) },
  { name: 'my labs', ...get('/labs/me', () => bearer([learner])) },
  { name: 'an administrator’s list', ...get('/admin/users', () => bearer([administrator])) },
  { name: 'the dashboard', ...get('/admin/dashboard', () => bearer([administrator])) },
]

export const signingIn: Loading = {
  request: { method: 'POST', path: '/api/v1/auth/signin' },
  headers: () => ({
    ...fromSomewhere(),
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
  }),
  body: () => credentials('learner'),
  expects: 200,
}

const credentials = (username: string) => new URLSearchParams({ username, password: PASSWORD }).toString()

/** Access token of a demo account. */
export async function signIn(url: string, username: string): Promise<string> {
  const { method, path } = signingIn.request
  const answer = await fetch(url + path, { method, headers: signingIn.headers(), body: credentials(username) })
  const { access_token } = (await answer.json()) as { access_token?: string }
  if (!access_token) throw new Error(`${username} cannot sign in: ${answer.status}`)
  return access_token
}

function get(path: string, headers: Loading['headers']): Loading {
  return { request: { method: 'GET', path: `/api/v1${path}` }, headers, expects: 200 }
}

function post(path: string, headers: Loading['headers']): Loading {
  return { request: { method: 'POST', path: `/api/v1${path}` }, headers, expects: 200 }
}

function noHeaders() {
  return {}
}

const bearer = (tokens: string[]) => ({ ...fromSomewhere(), authorization: `Bearer ${next(tokens)}` })

const turns = new Map<readonly string[], number>()

/** The next item of a list, starting again after the last. */
function next(list: readonly string[]): string {
  const turn = turns.get(list) ?? 0
  turns.set(list, turn + 1)
  return list[turn % list.length] ?? ''
}

let address = 0

/** A different address for each request, so that rate limits per address do not affect the results. */
function fromSomewhere() {
  address++
  return { 'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}` }
}
