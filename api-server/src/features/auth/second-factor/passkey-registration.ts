import type { Output } from '@flagyard/api-types/contract/operation'
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { COSEALG } from '@simplewebauthn/server/helpers'
import { isUniqueViolation } from '../../../db/pg-errors.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { addFactor, removeFactor } from './enrolment.ts'
import {
  consumeChallengeAnswered,
  notOurs,
  PASSKEY_SECONDS,
  referenceTo,
  relyingParty,
  saveChallenge,
} from './passkey-assertion.ts'
import * as queries from './passkey-queries.ts'
import { stepUp } from './step-up.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>
type Proof = Parameters<typeof stepUp>[2]

/** A phone, a laptop, two keys and a spare: more than anybody can keep apart. */
const MOST_PASSKEYS = 10

const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]

/** What the browser needs to make a passkey for this account, given the password and any second factor there is. */
export async function setUpPasskey(
  deps: NeededDeps,
  user: CurrentUser,
  proof: Proof,
): Promise<Output<'passkeyCreation'>> {
  const { db, config } = deps
  await stepUp(deps, user, proof)
  const present = await queries.listPasskeys(db, user.id)
  if (present.length >= MOST_PASSKEYS) throw tooMany()
  const { id: rpID } = relyingParty(config)
  const made = await generateRegistrationOptions({
    rpName: 'Flagyard',
    rpID,
    userName: user.username,
    supportedAlgorithmIDs: ALGORITHMS,
    userID: Uint8Array.from(Buffer.from(user.id)),
    userDisplayName: user.full_name,
  })
  await saveChallenge(deps, user.id, 'add', made.challenge)
  return {
    rp: { id: rpID, name: made.rp.name },
    user: made.user,
    challenge: made.challenge,
    pubKeyCredParams: made.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_SECONDS * 1000,
    excludeCredentials: present.map(referenceTo),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    // Which make of authenticator it is is none of our business.
    attestation: 'none',
  }
}

/** Adds what the browser made. The first factor of an account comes with recovery codes, answered once. */
export async function addPasskey(
  deps: NeededDeps,
  user: CurrentUser,
  { name, passkey: { id, transports, ...response } }: Output<'newPasskeyPayload'>,
): Promise<string[]> {
  const challenge = await consumeChallengeAnswered(deps, user.id, 'add', response.clientDataJSON)
  if (challenge === null) throw refused()
  const { id: rpID, origin } = relyingParty(deps.config)
  const checked = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: false,
  }).catch(notOurs)
  if (!checked?.verified) throw refused()
  const { credential } = checked.registrationInfo
  try {
    return await addFactor(deps, user, `The passkey “${name}”`, async (tx) => {
      if ((await queries.listPasskeys(tx, user.id)).length >= MOST_PASSKEYS) throw tooMany()
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
      throw new ApiError('conflict', 'This passkey is in use already. Please make a new one.')
    throw error
  }
}

export async function renamePasskey(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  id: string,
  name: string,
): Promise<void> {
  if (!UUID.test(id) || !(await queries.renamePasskey(db, user.id, id, name))) throw gone()
}

/** Takes one passkey away, given the password and a second factor: that one, or another. */
export async function removePasskey(deps: NeededDeps, user: CurrentUser, id: string, proof: Proof): Promise<void> {
  const passkey = (await queries.listPasskeys(deps.db, user.id)).find((one) => one.id === id)
  if (!passkey) throw gone()
  await removeFactor(deps, user, proof, { id, name: `The passkey “${passkey.name}”` })
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const gone = () => new ApiError('not_found', 'This passkey is not there any more.')
const tooMany = () =>
  new ApiError('conflict', `An account holds at most ${MOST_PASSKEYS} passkeys. Remove one that you do not use.`)
const refused = () => invalidField('passkey', 'This passkey could not be added, or took too long. Please try once more')
