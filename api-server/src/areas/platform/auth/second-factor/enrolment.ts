import { randomUUID } from 'node:crypto'
import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { consumeAttempt } from '../../../../limits/consume-attempt.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { findAccount } from '../queries.ts'
import { endSessions } from '../sessions/queries.ts'
import { hashRecoveryCode, newRecoveryCodes, newTotpKey, normalizeCode, stepOf, stepUp } from './codes.ts'
import { factorAddedMail, factorRemovedMail } from './mails.ts'
import { listPasskeys } from './passkey-queries.ts'
import * as factors from './queries.ts'
import { findAdminSecondFactor, hasSecondFactor, saveAdminSecondFactor } from './queries.ts'
import { findPendingRemoval } from './removal-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>
type Proof = Parameters<typeof stepUp>[2]

export async function getSecondFactor({ db }: Pick<Deps, 'db'>, user: CurrentUser) {
  const totp = await factors.findTotp(db, user.id)
  return {
    totp: totp ? { since: totp.confirmed_at ?? totp.created_at, last_used_at: totp.last_used_at } : null,
    passkeys: await listPasskeys(db, user.id),
    recovery_codes_left: await factors.countRecoveryCodes(db, user.id),
    required: user.needs_factor,
    removal_at: (await findPendingRemoval(db, user.id))?.due_at,
  }
}

/** Creates a TOTP key that becomes a factor when it is confirmed with a code. Calling it again replaces the key. */
export async function setUpTotp(deps: NeededDeps, user: CurrentUser, proof: Proof) {
  const { db, secrets } = deps
  if (await factors.findTotp(db, user.id)) throw alreadyEnrolled()
  await stepUp(deps, user, proof)
  const totp = await newTotpKey(user.username)
  const id = randomUUID()
  await db.transaction((tx) =>
    factors.replaceUnconfirmedTotp(tx, {
      id,
      user_id: user.id,
      kind: 'totp',
      name: 'Authenticator app',
      secret_sealed: secrets.seal('factor', id, totp.key),
    }),
  )
  return totp
}

export async function confirmTotp(deps: NeededDeps, user: CurrentUser, typed: string): Promise<string[]> {
  const { db, clock, secrets } = deps
  await consumeAttempt(deps, `factor:${user.id}`, 6, 300)
  const unconfirmed = await factors.findUnconfirmedTotp(db, user.id)
  if (!unconfirmed) throw new ApiError('conflict', 'There is nothing to confirm. Please start the setup again.')
  const code = normalizeCode(typed)
  const key = secrets.open('factor', unconfirmed.id, unconfirmed.secret_sealed ?? '')
  const step = /^\d{6}$/.test(code) ? stepOf(key, code, clock.now()) : null
  if (step === null) throw invalidField('code', 'This is not the code your app is showing now')
  return addFactor(deps, user, APP, async (tx) => {
    if (!(await factors.confirmTotp(tx, unconfirmed.id, step))) throw alreadyEnrolled()
  })
}

/** Adds a factor, signs out other devices and mails the owner. For the first factor, returns new recovery codes, once. */
export async function addFactor(deps: NeededDeps, user: CurrentUser, name: string, add: (tx: Db) => Promise<void>) {
  const mail = await prepareMail(
    factorAddedMail(await findAccount(deps.db, { id: user.id }), deps.config.publicUrl, name),
  )
  return deps.db.transaction(async (tx) => {
    await factors.lockFactors(tx, user.id)
    const existing = await factors.countFactors(tx, user.id)
    await add(tx)
    const codes = existing === 0 ? newRecoveryCodes() : []
    if (codes.length > 0) await factors.replaceRecoveryCodes(tx, user.id, hashes(deps, user, codes))
    await endSessions(tx, user.id, 'factor added', user.session_id)
    await queueMail(tx, mail)
    return codes
  })
}

export async function renewRecoveryCodes(deps: NeededDeps, user: CurrentUser, proof: Proof): Promise<string[]> {
  if (!(await factors.hasSecondFactor(deps.db, user.id)))
    throw new ApiError('conflict', 'Recovery codes need a second factor. Add one first.')
  await stepUp(deps, user, proof)
  const codes = newRecoveryCodes()
  return deps.db.transaction(async (tx) => {
    await factors.lockFactors(tx, user.id)
    if (!(await factors.hasSecondFactor(tx, user.id)))
      throw new ApiError('conflict', 'Your last second factor was removed.')
    await factors.replaceRecoveryCodes(tx, user.id, hashes(deps, user, codes))
    return codes
  })
}

export async function removeTotp(deps: NeededDeps, user: CurrentUser, proof: Proof): Promise<void> {
  const totp = await factors.findTotp(deps.db, user.id)
  if (!totp) throw new ApiError('conflict', 'Your account has no authenticator app.')
  await removeFactor(deps, user, proof, { id: totp.id, name: APP })
}

/** Removes a factor, and with the last one the recovery codes. The lock ensures that concurrent removals agree on which one is the last. */
export async function removeFactor(
  deps: NeededDeps,
  user: CurrentUser,
  proof: Proof,
  factor: { id: string; name: string },
): Promise<void> {
  const account = await stepUp(deps, user, proof)
  await deps.db.transaction(async (tx) => {
    await factors.lockFactors(tx, user.id)
    if (!(await factors.deleteFactor(tx, user.id, factor.id)))
      throw new ApiError('conflict', 'This second factor was already removed.')
    const left = await factors.countFactors(tx, user.id)
    if (left === 0) await factors.deleteRecoveryCodes(tx, user.id)
    await queueMail(tx, await prepareMail(factorRemovedMail(account, deps.config.publicUrl, factor.name, left)))
  })
}

const APP = 'An authenticator app'

const hashes = ({ secrets }: Pick<Deps, 'secrets'>, user: CurrentUser, codes: string[]) =>
  codes.map((code) => hashRecoveryCode(secrets, user.id, code))

const alreadyEnrolled = () =>
  new ApiError('conflict', 'Your account already has an authenticator app. Remove it first.')

type Settings = Output<'securitySettings'>

export async function getSecuritySettings({ db }: Pick<Deps, 'db'>): Promise<Settings> {
  return { admin_second_factor: await findAdminSecondFactor(db) }
}

/** Applies to every administrator from their next call. The caller must have a second factor to require one. */
export async function updateSecuritySettings(
  { db }: Pick<Deps, 'db'>,
  { actor, address }: { actor: CurrentUser; address: string },
  { admin_second_factor }: Settings,
): Promise<Settings> {
  if (admin_second_factor === 'required' && !(await hasSecondFactor(db, actor.id)))
    throw new ApiError('conflict', 'First set up a second factor yourself. Otherwise you would be locked out.')
  await db.transaction(async (tx) => {
    const before = await findAdminSecondFactor(tx)
    await saveAdminSecondFactor(tx, admin_second_factor, actor.id)
    await recordAudit(tx, {
      actor,
      action: 'auth.update_security_settings',
      subject: { type: 'settings', id: 'admin_second_factor' },
      before: { admin_second_factor: before },
      after: { admin_second_factor },
      address,
    })
  })
  return { admin_second_factor }
}
