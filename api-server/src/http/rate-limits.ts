import { isIPv6 } from 'node:net'
import type { Operation, RateClass } from '@flagyard/api-types/contract/operation'
import type { FastifyRequest } from 'fastify'
import { countTry } from '../db/rate-limits.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../errors.ts'

interface Limit {
  /** Tries in the window by one account (or, signed out, one address), on one call. */
  byAccount: number
  /** Tries by one address over all accounts: wider, since a class room shares one. */
  byAddress: number
  seconds: number
}

/** The limits of each class of calls (requirement 14); everything else is bounded by its own rules. */
export const limits: Record<RateClass, Limit> = {
  signin: { byAccount: 60, byAddress: 60, seconds: 300 },
  mail: { byAccount: 8, byAddress: 60, seconds: 600 },
  secret: { byAccount: 30, byAddress: 300, seconds: 60 },
  money: { byAccount: 30, byAddress: 300, seconds: 60 },
  lab: { byAccount: 20, byAddress: 200, seconds: 60 },
}

/** Counts this try in Postgres, so that replicas share one count, and refuses it with Retry-After when there were too many. */
export async function limitRate({ db, clock }: Pick<Deps, 'db' | 'clock'>, row: Operation, request: FastifyRequest) {
  if (!row.rate) return
  const limit = limits[row.rate]
  const network = networkOf(request.ip)
  const account = request.user?.id
  if (account) await take({ db, clock }, `${row.rate}:${row.path}:account:${account}`, limit.byAccount, limit.seconds)
  await take({ db, clock }, `${row.rate}:${row.path}:address:${network}`, limit.byAddress, limit.seconds)
}

/** Takes one try under `key`; throws 429 with the seconds to wait when `most` are used up. */
export async function take({ db, clock }: Pick<Deps, 'db' | 'clock'>, key: string, most: number, seconds: number) {
  const { count, resetsAt } = await countTry(db, key, seconds, clock.now())
  if (count <= most) return
  const wait = Math.max(1, Math.ceil((resetsAt.getTime() - clock.now().getTime()) / 1000))
  throw new ApiError('rate_limited', `That was a lot at once. Please wait ${waitInWords(wait)} and try again.`, {
    retryAfter: wait,
  })
}

const waitInWords = (seconds: number) => (seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`)

/** One IPv6 customer holds a whole /64, so the /64 is what counts (attack 18). */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const groups = tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill('0'), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
