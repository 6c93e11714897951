import type { Output } from '@flagyard/api-types/contract/operation'
import { brand } from '../../../../brand.ts'
import { isUniqueViolation } from '../../../../db/pg-errors.ts'
import { isUuid } from '../../../../db/sql.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { stepUp } from './codes.ts'
import { addFactor, removeFactor } from './enrolment.ts'
import {
  consumeSignedChallenge,
  loadWebAuthn,
  PASSKEY_SECONDS,
  relyingParty,
  saveChallenge,
  toDescriptor,
  toNull,
} from './passkey-assertion.ts'
import * as queries from './passkey-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>
type Proof = Parameters<typeof stepUp>[2]

/** Maximum number of passkeys per account: twice a phone, a laptop, two security keys and a spare. */
const MAX_PASSKEYS = 10

/** COSE identifiers of EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]

export async function setUpPasskey(
  deps: NeededDeps,
  user: CurrentUser,
  proof: Proof,
): Promise<Output<'passkeyCreation'>> {
  const { db, config } = deps
  await stepUp(deps, user, proof)
  const existing = await queries.listPasskeys(db, user.id)
  if (existing.length >= MAX_PASSKEYS) throw tooMany()
  const { id: rpID } = relyingParty(config)
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: brand().name,
    rpID,
    userName: user.username,
    supportedAlgorithmIDs: ALGORITHMS,
    userID: Uint8Array.from(Buffer.from(user.id)),
    userDisplayName: user.full_name,
  })
  await saveChallenge(deps, user.id, 'add', options.challenge)
  return {
    rp: { id: rpID, name: options.rp.name },
    user: options.user,
    challenge: options.challenge,
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_SECONDS * 1000,
    excludeCredentials: existing.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    // The model of the authenticator does not matter to us.
    attestation: 'none',
  }
}

/** Adds the passkey that the browser created. If it is the account's first factor, returns recovery codes, once. */
export async function addPasskey(
  deps: NeededDeps,
  user: CurrentUser,
  { name, passkey: { id, transports, ...response } }: Output<'newPasskeyPayload'>,
): Promise<string[]> {
  const challenge = await consumeSignedChallenge(deps, user.id, 'add', response.clientDataJSON)
  if (challenge === null) throw passkeyRejected()
  const { id: rpID, origin } = relyingParty(deps.config)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const verification = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: false,
  }).catch(toNull)
  if (!verification?.verified) throw passkeyRejected()
  const { credential } = verification.registrationInfo
  try {
    return await addFactor(deps, user, `The passkey “${name}”`, async (tx) => {
      if ((await queries.listPasskeys(tx, user.id)).length >= MAX_PASSKEYS) throw tooMany()
      await queries.insertPasskey(tx, {
        user_id: user.id,
        name,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports,
      })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'factors_credential'))
      throw new ApiError('conflict', 'This passkey is already in use. Please create a new one.')
    throw error
  }
}

export async function renamePasskey({ db }: Pick<Deps, 'db'>, user: CurrentUser, id: string, name: string) {
  if (!isUuid(id) || !(await queries.renamePasskey(db, user.id, id, name))) throw passkeyNotFound()
}

/** Removes a passkey, after the password and a second factor, which may be this passkey. */
export async function removePasskey(deps: NeededDeps, user: CurrentUser, id: string, proof: Proof): Promise<void> {
  const passkey = (await queries.listPasskeys(deps.db, user.id)).find((row) => row.id === id)
  if (!passkey) throw passkeyNotFound()
  await removeFactor(deps, user, proof, { id, name: `The passkey “${passkey.name}”` })
}

const passkeyNotFound = () => new ApiError('not_found', 'This passkey no longer exists.')
const tooMany = () =>
  new ApiError('conflict', `An account can have at most ${MAX_PASSKEYS} passkeys. Remove one that you no longer use.`)
const passkeyRejected = () =>
  invalidField('passkey', 'This passkey could not be added, or it took too long. Please try again')
