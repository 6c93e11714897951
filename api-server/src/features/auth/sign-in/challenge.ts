import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import { consumeAttempt } from '../../../limits/consume-attempt.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { type Account, findAccount } from '../queries.ts'
import { recoveryCodeUsedMail } from '../second-factor/mails.ts'
import { consumeProof } from '../second-factor/passkey-assertion.ts'
import {
  consumeRecoveryCode,
  consumeTotpStep,
  countRecoveryCodes,
  findTotp,
  hasSecondFactor,
} from '../second-factor/queries.ts'
import { bareCode, hashRecoveryCode } from '../second-factor/recovery-codes.ts'
import { stepOf } from '../second-factor/totp.ts'

type Base = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

/** How long the second step of a sign-in may take. */
export const CHALLENGE_SECONDS = 300

/** What asks for the second step of a sign-in; the challenge says that the password was right just now. */
export function secondFactorNeeded({ clock, secrets }: Base, account: Account, methods: string[]): ApiError {
  const until = Math.floor(clock.now().getTime() / 1000) + CHALLENGE_SECONDS
  return new ApiError('second_factor_needed', 'Now your second factor, or one of your recovery codes.', {
    extra: {
      challenge: `${account.id}.${until}.${challengeMark(secrets, account, until)}`,
      methods,
    },
  })
}

/** The account that a challenge speaks of, unless it expired or the password was changed since. */
export async function readChallenge({ db, clock, secrets }: Base, challenge: string): Promise<Account> {
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
const challengeMark = (secrets: Base['secrets'], { id, password_hash }: Account, until: number) =>
  secrets.hmac('factor', `challenge:${id}:${until}:${password_hash}`).toString('base64url')

/** Uses up a code of the app, a recovery code or a passkey's proof of the account, or refuses it; tries are counted by account. */
export async function useCode(deps: Base, account: Account, typed: string): Promise<void> {
  const { db, clock, secrets, config } = deps
  await consumeAttempt(deps, `factor:${account.id}`, 6, 300)
  if (!(await hasSecondFactor(db, account.id))) return
  const code = bareCode(typed)
  const totp = await findTotp(db, account.id)
  if (totp && /^\d{6}$/.test(code)) {
    const step = stepOf(secrets.open('factor', totp.id, totp.secret_sealed ?? ''), code, clock.now())
    if (step !== null && (await consumeTotpStep(db, totp.id, step))) return
  } else if (await consumeProof(deps, account.id, code)) {
    return
  } else if (await consumeRecoveryCode(db, account.id, hashRecoveryCode(secrets, account.id, code))) {
    const left = await countRecoveryCodes(db, account.id)
    await queueMail(db, await prepareMail(recoveryCodeUsedMail(account, config.publicUrl, left)))
    return
  }
  throw invalidField('code', 'This code is not right, or was used already. Wait for the next one and try again')
}
