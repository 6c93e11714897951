import { timingSafeEqual } from 'node:crypto'
import { isUuid } from '../../../../db/sql.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import { type Account, findAccount } from '../queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

/** Maximum duration of the second sign-in step, in seconds. */
const CHALLENGE_SECONDS = 300

/** The error that asks for the second factor. Its challenge proves that the password was correct a moment ago. */
export function secondFactorNeeded({ clock, secrets }: NeededDeps, account: Account, methods: string[]): ApiError {
  const until = Math.floor(clock.now().getTime() / 1000) + CHALLENGE_SECONDS
  return new ApiError('second_factor_needed', 'Now enter your second factor, or one of your recovery codes.', {
    extra: {
      challenge: `${account.id}.${until}.${challengeSignature(secrets, account, until)}`,
      methods,
    },
  })
}

/** The account of a challenge. Throws if the challenge has expired or the password has been changed since. */
export async function readChallenge({ db, clock, secrets }: NeededDeps, challenge: string): Promise<Account> {
  const [id = '', until = '', signature = ''] = challenge.split('.')
  const account = isUuid(id) ? await findAccount(db, id) : undefined
  const expected = account && Buffer.from(challengeSignature(secrets, account, Number(until)))
  const actual = Buffer.from(signature)
  if (!account || !expected || actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw challengeExpired()
  if (Number(until) * 1000 < clock.now().getTime() || account.disabled_at) throw challengeExpired()
  return account
}

const challengeExpired = () => new ApiError('challenge_expired', 'That took too long. Please sign in again.')

/** Bound to the password hash, so that changing the password invalidates every challenge. */
const challengeSignature = (secrets: NeededDeps['secrets'], { id, password_hash }: Account, until: number) =>
  secrets.hmac('factor', `challenge:${id}:${until}:${password_hash}`).toString('base64url')
