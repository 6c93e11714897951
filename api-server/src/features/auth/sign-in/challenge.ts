import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import { type Account, findAccount } from '../queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

/** How long the second step of a sign-in may take. */
export const CHALLENGE_SECONDS = 300

/** What asks for the second step of a sign-in; the challenge says that the password was right just now. */
export function secondFactorNeeded({ clock, secrets }: NeededDeps, account: Account, methods: string[]): ApiError {
  const until = Math.floor(clock.now().getTime() / 1000) + CHALLENGE_SECONDS
  return new ApiError('second_factor_needed', 'Now your second factor, or one of your recovery codes.', {
    extra: {
      challenge: `${account.id}.${until}.${challengeMark(secrets, account, until)}`,
      methods,
    },
  })
}

/** The account that a challenge speaks of, unless it expired or the password was changed since. */
export async function readChallenge({ db, clock, secrets }: NeededDeps, challenge: string): Promise<Account> {
  const [id = '', until = '', mark = ''] = challenge.split('.')
  const account = /^[0-9a-f-]{36}$/.test(id) ? await findAccount(db, id) : undefined
  const expected = account && Buffer.from(challengeMark(secrets, account, Number(until)))
  const given = Buffer.from(mark)
  if (!account || !expected || given.length !== expected.length || !timingSafeEqual(given, expected)) throw tooLate()
  if (Number(until) * 1000 < clock.now().getTime() || account.disabled_at) throw tooLate()
  return account
}

const tooLate = () => new ApiError('challenge_expired', 'That took a while. Please sign in again from the start.')

/** Bound to the password, so that a changed one takes every challenge with it. */
const challengeMark = (secrets: NeededDeps['secrets'], { id, password_hash }: Account, until: number) =>
  secrets.hmac('factor', `challenge:${id}:${until}:${password_hash}`).toString('base64url')
