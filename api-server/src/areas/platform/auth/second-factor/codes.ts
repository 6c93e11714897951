import { randomBytes } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib/functional'
import { brand } from '../../../../brand.ts'
import type { Deps } from '../../../../deps.ts'
import { invalidField } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { consumeAttempt } from '../../../../limits/consume-attempt.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import type { Secrets } from '../../../../secrets.ts'
import { verifyPassword } from '../passwords/hash.ts'
import { type Account, findAccount } from '../queries.ts'
import { recoveryCodeUsedMail } from './mails.ts'
import { consumeProof } from './passkey-assertion.ts'
import { consumeRecoveryCode, consumeTotpStep, countRecoveryCodes, findTotp, hasSecondFactor } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

/** Consumes a code from the authenticator app, a recovery code, or a passkey proof. Attempts are limited per account. */
export async function consumeCode(deps: NeededDeps, account: Account, typed: string): Promise<void> {
  const { db, clock, secrets, config } = deps
  await consumeAttempt(deps, `factor:${account.id}`, 6, 300)
  if (!(await hasSecondFactor(db, account.id))) return
  const code = normalizeCode(typed)
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
  throw invalidField('code', 'This code is wrong or was already used. Wait for the next one and try again')
}

/** Ten codes of 80 bits each, in letters and digits that are hard to confuse: `k7q2-m4xd-9hrt-wz3p`. */
export const newRecoveryCodes = () => Array.from({ length: CODE_COUNT }, newCode)

/** Stored form of a code: an HMAC bound to the account, so that the table on its own reveals nothing. */
export const hashRecoveryCode = (secrets: Pick<Secrets, 'hmac'>, userId: string, code: string) =>
  secrets.hmac('factor', `recovery:${userId}:${normalizeCode(code)}`).toString('base64url')

/** Removes spaces and dashes from a typed code and lowercases it. */
export const normalizeCode = (typed: string) => typed.toLowerCase().replace(/[\s-]/g, '')

const CODE_COUNT = 10
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'

function newCode(): string {
  const letters = [...randomBytes(16)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.replace(/(.{4})(?!$)/g, '$1-')
}

/** A new TOTP key: as text, as an otpauth URI, and as a QR code of the URI. */
export async function newTotpKey(username: string) {
  const key = generateSecret()
  const uri = generateURI({ issuer: brand().name, label: username, secret: key })
  const { default: QRCode } = await import('qrcode')
  const svg = await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  return { key, uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/** The 30-second time step of the code, allowing one step of clock drift either way; null for a wrong code. */
export function stepOf(key: string, code: string, now: Date): number | null {
  const epoch = Math.floor(now.getTime() / 1000)
  const result = verifySync({ secret: key, token: code, epoch, epochTolerance: 30 })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

/**
 * Re-authenticates the caller before sensitive actions: the current password and, if the account has a second factor, also a code from the app, a
 * recovery code, or a passkey proof. Returns the account.
 */
export async function stepUp(
  deps: NeededDeps,
  user: Pick<CurrentUser, 'id'>,
  { current_password, code }: { current_password?: string | undefined; code?: string | undefined },
): Promise<Account> {
  const account = await assertPassword(deps, user, current_password)
  if (!(await hasSecondFactor(deps.db, user.id))) return account
  if (!code)
    throw invalidField('code', 'Your second factor is needed too: a passkey, a code from your app, or a recovery code')
  await consumeCode(deps, account, code)
  return account
}

/** Returns the caller's account after checking the current password. Attempts are limited per account. */
export async function assertPassword(
  deps: NeededDeps,
  user: Pick<CurrentUser, 'id'>,
  password: string | undefined,
): Promise<Account> {
  if (password === undefined) throw invalidField('current_password', 'Enter your current password too')
  await consumeAttempt(deps, `password:${user.id}`, 10, 300)
  const account = await findAccount(deps.db, { id: user.id })
  if (!(await verifyPassword(password, account.password_hash)))
    throw invalidField('current_password', 'This is not your current password')
  return account
}
