import { randomBytes } from 'node:crypto'
import type { Output } from '@flagyard/api-types/contract/operation'
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { invalidField } from '../../../errors.ts'
import { hashToken } from '../../../integrations/secrets.ts'
import * as queries from './passkey-queries.ts'

type Base = Pick<Deps, 'db' | 'clock' | 'config'>
export type PasskeyAnswer = Output<'passkeyAnswerPayload'>['passkey']
type Purpose = 'signin' | 'step_up'

/** How long a browser may take over a passkey, and what stands for its answer may wait. */
export const PASSKEY_SECONDS = 300

/** Who we are to authenticators: the configured origin alone, whatever a request says of itself (attack 21). */
export const relyingParty = ({ publicUrl }: Pick<Deps['config'], 'publicUrl'>) => ({
  id: new URL(publicUrl).hostname,
  origin: publicUrl,
})

/** What the browser needs to use one of the account's passkeys, for this purpose and once. */
export async function askPasskeyOf(
  { db, clock, config }: Base,
  userId: string,
  purpose: Purpose,
): Promise<Output<'passkeyRequest'>> {
  const passkeys = await queries.listPasskeys(db, userId)
  const { id: rpID } = relyingParty(config)
  const { challenge } = await generateAuthenticationOptions({ rpID })
  await keepChallenge({ db, clock }, userId, purpose, challenge)
  return {
    challenge,
    timeout: PASSKEY_SECONDS * 1000,
    rpId: rpID,
    // The password went before: a key that only asks for a touch is a second factor as well.
    userVerification: 'preferred',
    allowCredentials: passkeys.map(referenceTo),
  }
}

/** A passkey as browsers name it. */
export const referenceTo = ({ credential_id, transports }: queries.PasskeyRow) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports,
})

/**
 * Checks what the browser gave for {@link askPasskeyOf}: a passkey of this account signed a challenge that we made for
 * this account and purpose, on our origin, and that was not answered before.
 */
export async function checkPasskey(
  { db, clock, config }: Base,
  userId: string,
  purpose: Purpose,
  { id, ...response }: PasskeyAnswer,
): Promise<void> {
  const passkey = (await queries.listPasskeys(db, userId)).find(({ credential_id }) => credential_id === id)
  const challenge = await takeChallenge({ db, clock }, userId, purpose, response.clientDataJSON)
  if (!passkey || challenge === null) throw refused()
  const { id: rpID, origin } = relyingParty(config)
  const checked = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
    credential: {
      id,
      publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(notOurs)
  if (!checked?.verified) throw refused()
  if (!(await queries.countPasskeyUse(db, passkey.id, checked.authenticationInfo.newCounter))) throw refused()
}

/** Turns the answer of a passkey into a code that {@link consumeProof} takes for it, once: it goes where a code of an app goes. */
export async function provePasskey(deps: Base, userId: string, passkey: PasskeyAnswer): Promise<string> {
  await checkPasskey(deps, userId, 'step_up', passkey)
  const code = `p${randomBytes(20).toString('hex')}`
  await keepChallenge(deps, userId, 'proof', code)
  return code
}

export const consumeProof = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: string, code: string) =>
  queries.consumeChallenge(db, { userId, purpose: 'proof', hash: hashToken(code), now: clock.now() })

/** What the library throws for whatever does not fit is for nobody to read: the caller says that it did not fit. */
export const notOurs = () => null

/** The challenge that the browser says it answered, used up now; null when it is not one of ours for this, or was used. */
export async function takeChallenge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  purpose: Purpose | 'add',
  clientDataJSON: string,
): Promise<string | null> {
  const read = clientData.safeParse(clientDataJSON)
  if (!read.success) return null
  const { challenge } = read.data
  const used = await queries.consumeChallenge(db, { userId, purpose, hash: hashToken(challenge), now: clock.now() })
  return used ? challenge : null
}

const clientData = z
  .string()
  .transform((json, context) => {
    try {
      return JSON.parse(Buffer.from(json, 'base64url').toString()) as unknown
    } catch {
      context.addIssue('This is no JSON')
      return z.NEVER
    }
  })
  .pipe(z.object({ challenge: z.string().max(200) }))

/** Remembers a challenge, as a hash, for one account and purpose. */
export async function keepChallenge(
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

const refused = () => invalidField('passkey', 'This passkey did not fit, or took too long. Please try once more')
