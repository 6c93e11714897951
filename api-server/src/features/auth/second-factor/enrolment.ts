import { randomUUID } from 'node:crypto'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { consumeAttempt } from '../../../limits/consume-attempt.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { findAccount } from '../queries.ts'
import { endSessions } from '../sessions/queries.ts'
import { factorAddedMail, factorRemovedMail } from './mails.ts'
import { listPasskeys } from './passkey-queries.ts'
import * as factors from './queries.ts'
import { bareCode, hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { stepUp } from './step-up.ts'
import { newTotpKey, stepOf } from './totp.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>
type Proof = Parameters<typeof stepUp>[2]

/** What stands between my password and my account. */
export async function getSecondFactor({ db }: Pick<Deps, 'db'>, user: CurrentUser) {
  const totp = await factors.findTotp(db, user.id)
  return {
    totp: totp ? { since: totp.confirmed_at ?? totp.created_at, last_used_at: totp.last_used_at } : null,
    passkeys: await listPasskeys(db, user.id),
    recovery_codes_left: await factors.countRecoveryCodes(db, user.id),
    required: user.needs_factor,
  }
}

/** Makes a key that counts once a code of it was shown; asking again replaces it. */
export async function setUpTotp(deps: NeededDeps, user: CurrentUser, proof: Proof) {
  const { db, secrets } = deps
  if (await factors.findTotp(db, user.id)) throw already()
  await stepUp(deps, user, proof)
  const made = await newTotpKey(user.username)
  const id = randomUUID()
  await db.transaction((tx) =>
    factors.replaceWaitingTotp(tx, {
      id,
      user_id: user.id,
      kind: 'totp',
      name: 'Authenticator app',
      secret_sealed: secrets.seal('factor', id, made.key),
    }),
  )
  return made
}

/** Counts from here on. */
export async function confirmTotp(deps: NeededDeps, user: CurrentUser, typed: string): Promise<string[]> {
  const { db, clock, secrets } = deps
  await consumeAttempt(deps, `factor:${user.id}`, 6, 300)
  const waiting = await factors.findWaitingTotp(db, user.id)
  if (!waiting) throw new ApiError('conflict', 'There is nothing to confirm. Begin the set-up again.')
  const code = bareCode(typed)
  const key = secrets.open('factor', waiting.id, waiting.secret_sealed ?? '')
  const step = /^\d{6}$/.test(code) ? stepOf(key, code, clock.now()) : null
  if (step === null) throw invalidField('code', 'This is not the code that your app shows now')
  return addFactor(deps, user, APP, async (tx) => {
    if (!(await factors.confirmTotp(tx, waiting.id, step))) throw already()
  })
}

/**
 * Lets a factor count: signs the other devices out and tells its owner. The first of an account comes with recovery
 * codes, which this answers, once; a further one comes with none.
 */
export async function addFactor(
  deps: NeededDeps,
  user: CurrentUser,
  name: string,
  add: (tx: Db) => Promise<void>,
): Promise<string[]> {
  const mail = await prepareMail(factorAddedMail(await ownAccount(deps, user), deps.config.publicUrl, name))
  return deps.db.transaction(async (tx) => {
    await factors.lockFactors(tx, user.id)
    const present = await factors.countFactors(tx, user.id)
    await add(tx)
    const codes = present === 0 ? newRecoveryCodes() : []
    if (codes.length > 0) await factors.replaceRecoveryCodes(tx, user.id, hashes(deps, user, codes))
    await endSessions(tx, user.id, 'factor added', user.session_id)
    await queueMail(tx, mail)
    return codes
  })
}

/** Makes ten new recovery codes; the old ones open nothing any more. */
export async function renewRecoveryCodes(deps: NeededDeps, user: CurrentUser, proof: Proof): Promise<string[]> {
  if (!(await factors.hasSecondFactor(deps.db, user.id)))
    throw new ApiError('conflict', 'Recovery codes come with a second factor. Add one first.')
  await stepUp(deps, user, proof)
  const codes = newRecoveryCodes()
  return deps.db.transaction(async (tx) => {
    await factors.lockFactors(tx, user.id)
    if (!(await factors.hasSecondFactor(tx, user.id))) throw new ApiError('conflict', 'The last factor was removed.')
    await factors.replaceRecoveryCodes(tx, user.id, hashes(deps, user, codes))
    return codes
  })
}

/** Takes the app away, given the password and a second factor. */
export async function removeTotp(deps: NeededDeps, user: CurrentUser, proof: Proof): Promise<void> {
  const totp = await factors.findTotp(deps.db, user.id)
  if (!totp) throw new ApiError('conflict', 'There is no authenticator app.')
  await removeFactor(deps, user, proof, { id: totp.id, name: APP })
}

/** Takes a factor away; the last one takes the recovery codes with it. Two at once find out which of them is the last. */
export async function removeFactor(
  deps: NeededDeps,
  user: CurrentUser,
  proof: Proof,
  factor: { id: string; name: string },
): Promise<void> {
  const account = await stepUp(deps, user, proof)
  await deps.db.transaction(async (tx) => {
    await factors.lockFactors(tx, user.id)
    if (!(await factors.removeFactor(tx, user.id, factor.id)))
      throw new ApiError('conflict', 'This second factor was removed already.')
    const left = await factors.countFactors(tx, user.id)
    if (left === 0) await factors.removeRecoveryCodes(tx, user.id)
    await queueMail(tx, await prepareMail(factorRemovedMail(account, deps.config.publicUrl, factor.name, left)))
  })
}

const APP = 'An authenticator app'

const hashes = ({ secrets }: Pick<Deps, 'secrets'>, user: CurrentUser, codes: string[]) =>
  codes.map((code) => hashRecoveryCode(secrets, user.id, code))

const already = () => new ApiError('conflict', 'Your account has an authenticator app already. Remove that one first.')

async function ownAccount({ db }: Pick<Deps, 'db'>, user: CurrentUser) {
  const account = await findAccount(db, user.id)
  if (!account) throw new ApiError('not_found', 'This account is gone.')
  return account
}
