import { randomBytes } from 'node:crypto'
import type { Output } from '@flagyard/api-types/contract/operation'
import { z } from 'zod'
import type { Deps } from '../../../../deps.ts'
import { invalidField } from '../../../../errors.ts'
import { hashToken } from '../../../../secrets.ts'
import * as queries from './passkey-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config'>
export type PasskeyResponse = Output<'passkeyAnswerPayload'>['passkey']
type Purpose = 'signin' | 'step_up'

/** Imported on first use, because it accounts for a tenth of what the server would load at startup. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** Timeout in seconds for the browser's passkey dialog, and validity of a passkey proof. */
export const PASSKEY_SECONDS = 300

/** The WebAuthn relying party. Always the configured origin, regardless of the request. */
export const relyingParty = ({ publicUrl }: Pick<Deps['config'], 'publicUrl'>) => ({
  id: new URL(publicUrl).hostname,
  origin: publicUrl,
})

/** Options for the browser to use one of the account's passkeys. Valid once and only for this purpose. */
export async function startPasskeyAuthentication(
  { db, clock, config }: NeededDeps,
  userId: string,
  purpose: Purpose,
): Promise<Output<'passkeyRequest'>> {
  const passkeys = await queries.listPasskeys(db, userId)
  const { id: rpID } = relyingParty(config)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const { challenge } = await generateAuthenticationOptions({ rpID })
  await saveChallenge({ db, clock }, userId, purpose, challenge)
  return {
    challenge,
    timeout: PASSKEY_SECONDS * 1000,
    rpId: rpID,
    // The password came first, so a security key that only asks for a touch also counts as a second factor.
    userVerification: 'preferred',
    allowCredentials: passkeys.map(toDescriptor),
  }
}

export const toDescriptor = ({ credential_id, transports }: queries.PasskeyRow) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports,
})

/** Verifies a passkey's response: a passkey of this account signed, on our origin, an unused challenge issued for this account and purpose. */
export async function verifyPasskey(
  { db, clock, config }: NeededDeps,
  userId: string,
  purpose: Purpose,
  { id, ...response }: PasskeyResponse,
): Promise<void> {
  const passkey = (await queries.listPasskeys(db, userId)).find(({ credential_id }) => credential_id === id)
  const challenge = await consumeSignedChallenge({ db, clock }, userId, purpose, response.clientDataJSON)
  if (!passkey || challenge === null) throw passkeyRejected()
  await assertSigned({ db, config }, passkey, challenge, response, { isUserVerified: false })
}

/** Throws unless the passkey signed the challenge on our origin, with user verification if required. */
export async function assertSigned(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  passkey: queries.PasskeyRow,
  challenge: string,
  response: Omit<PasskeyResponse, 'id'>,
  { isUserVerified }: { isUserVerified: boolean },
): Promise<void> {
  const { id: rpID, origin } = relyingParty(config)
  const id = passkey.credential_id
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verification = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: isUserVerified,
    credential: {
      id,
      publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(toNull)
  if (!verification?.verified) throw passkeyRejected()
  if (!(await queries.updatePasskeyCounter(db, passkey.id, verification.authenticationInfo.newCounter)))
    throw passkeyRejected()
}

/** Exchanges a passkey's response for a one-time proof code, which is accepted wherever a code from the app is (see {@link consumeProof}). */
export async function createPasskeyProof(deps: NeededDeps, userId: string, passkey: PasskeyResponse): Promise<string> {
  await verifyPasskey(deps, userId, 'step_up', passkey)
  const code = `p${randomBytes(20).toString('hex')}`
  await saveChallenge(deps, userId, 'proof', code)
  return code
}

export const consumeProof = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: string, code: string) =>
  queries.consumeChallenge(db, { userId, purpose: 'proof', hash: hashToken(code), now: clock.now() })

/** The library's errors explain why verification failed; callers only need to know that it did. */
export const toNull = () => null

/** Consumes the challenge that the browser claims to have signed; null if it is not ours, is for another purpose, or was already used. */
export async function consumeSignedChallenge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  purpose: Purpose | 'add',
  clientDataJSON: string,
): Promise<string | null> {
  const challenge = readChallengeOf(clientDataJSON)
  if (challenge === null) return null
  const consumed = await queries.consumeChallenge(db, { userId, purpose, hash: hashToken(challenge), now: clock.now() })
  return consumed ? challenge : null
}

/** The challenge that the browser claims to have signed; null if there is none. */
export function readChallengeOf(clientDataJSON: string): string | null {
  const read = clientData.safeParse(clientDataJSON)
  return read.success ? read.data.challenge : null
}

const clientData = z
  .string()
  .transform((json, context) => {
    try {
      return JSON.parse(Buffer.from(json, 'base64url').toString()) as unknown
    } catch {
      context.addIssue('Not JSON')
      return z.NEVER
    }
  })
  .pipe(z.object({ challenge: z.string().max(200) }))

/** Stores the hash of a challenge for one account and purpose. */
export async function saveChallenge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  purpose: Purpose | 'add' | 'proof',
  challenge: string,
): Promise<void> {
  await queries.insertChallenge(db, {
    user_id: userId,
    purpose,
    hash: hashToken(challenge),
    expires_at: new Date(clock.now().getTime() + PASSKEY_SECONDS * 1000),
  })
}

export const passkeyRejected = () =>
  invalidField('passkey', 'This passkey did not work, or it took too long. Please try again')
