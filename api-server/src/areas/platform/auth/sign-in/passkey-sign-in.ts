import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import { hashToken } from '../../../../secrets.ts'
import { findAccountRow } from '../queries.ts'
import {
  assertSigned,
  PASSKEY_SECONDS,
  type PasskeyResponse,
  passkeyRejected,
  readChallengeOf,
  relyingParty,
} from '../second-factor/passkey-assertion.ts'
import { findPasskey, insertUsedChallenge } from '../second-factor/passkey-queries.ts'
import type { ClientInfo, SignedIn } from '../sessions/signed-in.ts'
import { ACCOUNT_DISABLED, assertNoPendingDeletion, startSession } from './sign-in.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

/** Options for signing in with only a passkey, the same for everyone. The challenge is signed instead of stored, as anyone may call this. */
export function startPasskeySignIn({ clock, config, secrets }: NeededDeps): Output<'passkeyRequest'> {
  return {
    challenge: createChallenge(secrets, clock.now()),
    timeout: PASSKEY_SECONDS * 1000,
    rpId: relyingParty(config).id,
    // Without a password, the device must verify its owner by fingerprint, face or PIN.
    userVerification: 'required',
    allowCredentials: [],
  }
}

/** A passkey that verified its owner counts as both factors (docs/decisions/0003). All errors are identical until then. */
export async function finishPasskeySignIn(
  deps: NeededDeps,
  { id, ...response }: PasskeyResponse,
  client: ClientInfo,
): Promise<SignedIn> {
  const { db, clock, secrets } = deps
  const challenge = readChallengeOf(response.clientDataJSON)
  const until = challenge === null ? null : readExpiry(secrets, challenge)
  const passkey = await findPasskey(db, id)
  if (challenge === null || until === null || until <= clock.now() || !passkey) throw passkeyRejected()
  const isFirstUse = await insertUsedChallenge(db, {
    user_id: passkey.user_id,
    purpose: 'passkey_signin',
    hash: hashToken(challenge),
    expires_at: until,
  })
  if (!isFirstUse) throw passkeyRejected()
  await assertSigned(deps, passkey, challenge, response, { isUserVerified: true })
  const account = await findAccountRow(db, passkey.user_id)
  if (!account) throw passkeyRejected()
  if (account.disabled_at) throw new ApiError('forbidden', ACCOUNT_DISABLED)
  await assertNoPendingDeletion(deps, account)
  return db.transaction(async (tx) => {
    const signedIn = await startSession({ ...deps, db: tx }, account, client, 'verified')
    await recordAudit(tx, {
      actor: account,
      action: 'auth.passkey_sign_in',
      subject: { type: 'user', id: account.username },
      after: { passkey: passkey.name },
      address: client.address,
    })
    return signedIn
  })
}

const RANDOM_BYTES = 16
const TIME_BYTES = 6

/** Random bytes and an expiry, followed by our signature of both. */
function createChallenge(secrets: NeededDeps['secrets'], now: Date): string {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUIntBE(now.getTime() + PASSKEY_SECONDS * 1000, 0, TIME_BYTES)
  const body = Buffer.concat([randomBytes(RANDOM_BYTES), time])
  return Buffer.concat([body, signatureOf(secrets, body)]).toString('base64url')
}

/** Expiry of a challenge; null if it is not ours. */
function readExpiry(secrets: NeededDeps['secrets'], challenge: string): Date | null {
  const bytes = Buffer.from(challenge, 'base64url')
  const body = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES)
  const [actual, expected] = [bytes.subarray(body.length), signatureOf(secrets, body)]
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
  return new Date(body.readUIntBE(RANDOM_BYTES, TIME_BYTES))
}

const signatureOf = (secrets: NeededDeps['secrets'], body: Buffer) =>
  secrets.hmac('factor', `passkey-signin:${body.toString('base64url')}`)
