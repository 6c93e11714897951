import type { Loading } from './load.ts'
import { PASSWORD } from './programs.ts'

/** What the load needs to know of the seeded database. */
export interface World {
  course: string
  /** Access tokens of the learner in the demo. */
  learner: string[]
  /** Access tokens of accounts that may submit the flag, each a few times a minute. */
  players: string[]
  flag: string
  catalogue: Loading
}

export interface Scenario extends Loading {
  name: string
  /** A number of requests a round instead of a time, where tries are limited. */
  amount?: number
}

export const catalogue: Loading = {
  request: { method: 'GET', path: '/api/v1/courses/' },
  headers: noHeaders,
  expects: 200,
}

/** The calls that are measured: two that everybody makes, one that is read after every sign-in, one that writes. */
export const scenarios = ({ course, learner, players, flag }: World): Scenario[] => [
  { name: 'catalogue', ...catalogue },
  {
    name: 'course detail',
    request: { method: 'GET', path: `/api/v1/courses/${course}` },
    headers: noHeaders,
    expects: 200,
  },
  {
    name: 'my courses',
    request: { method: 'GET', path: '/api/v1/courses/me' },
    headers: () => bearer(learner),
    expects: 200,
  },
  {
    name: 'wrong flag',
    request: { method: 'POST', path: `/api/v1/flags/${flag}/me`, body: JSON.stringify({ flag: 'FLAG{not-this-one}' }) },
    headers: () => ({ ...bearer(players), 'content-type': 'application/json' }),
    expects: 200,
    amount: WRONG_FLAGS,
  },
]

/** Flags a round; with the rounds that follow one another within a minute it decides how many accounts there are. */
export const WRONG_FLAGS = 400

export const signingIn = (_world: World): Loading => ({
  request: {
    method: 'POST',
    path: '/api/v1/auth/signin',
    body: new URLSearchParams({ username: 'learner', password: PASSWORD }).toString(),
  },
  headers: () => ({
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': someAddress(),
  }),
  expects: 200,
})

function noHeaders() {
  return {}
}

let turn = 0
const bearer = (tokens: string[]) => ({
  authorization: `Bearer ${tokens[turn++ % tokens.length]}`,
  'x-forwarded-for': someAddress(),
})

let address = 0
const someAddress = () => {
  address++
  return `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`
}
