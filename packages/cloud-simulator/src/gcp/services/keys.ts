import { CloudError } from '../../engine/caller.ts'
import { Noted } from '../../engine/operation.ts'
import { saveFile } from '../../files.ts'
import { hexOf, madeOn, utc } from '../../generated-ids.ts'
import { all, jsonOf } from '../../resources.ts'
import { readClaims, signClaims } from '../../signed-claims.ts'
import type { Resource, World } from '../../world.ts'
import type { GcloudCall } from '../call.ts'
import { accountName, emailOf, numberOf } from '../ids.ts'

const KIND = 'gcp-key'
const TYPE = 'google_service_account_key'
/** Maximum number of user-managed keys per service account, as in Google Cloud. */
const MOST_KEYS = 10
const FORBIDDEN = 'iam.disableServiceAccountKeyCreation'

const ofAccount = (world: World, account: Resource) =>
  all(world, TYPE).filter(({ attributes }) => attributes.service_account === account.name)

/** Keys of a service account: one managed by Google, and the user-managed ones. */
export function keysOf(world: World, account: Resource) {
  const key = (id: string, keyType: string, validBeforeTime: string, made = utc(madeOn(world, account.name))) => ({
    name: `${accountName(world, account.name)}/keys/${id}`,
    validAfterTime: made,
    validBeforeTime,
    keyType,
  })
  return [
    key('a'.repeat(40), 'SYSTEM_MANAGED', '2028-01-01T00:00:00Z'),
    ...ofAccount(world, account).map(({ name, attributes }) =>
      key(
        attributes.key_id ?? hexOf(world, `key ${name}`, 40),
        'USER_MANAGED',
        '9999-12-31T23:59:59Z',
        attributes.made_at,
      ),
    ),
  ]
}

const isForbidden = (world: World) =>
  all(world, 'google_org_policy_policy').some(
    ({ attributes }) =>
      attributes.constraint?.replace(/^constraints\//, '') === FORBIDDEN && attributes.enforce !== 'no',
  )

/** Creates a key and writes its file, after the caller was authorised. The organisation policy is checked afterwards, as in Google Cloud. */
export function createKey(call: GcloudCall, account: Resource) {
  const { session, world, named } = call
  if ((call.option('key-file-type') ?? 'json') !== 'json')
    throw new CloudError('', 'This simulation creates only key files of the type json.', 2)
  if (isForbidden(world))
    throw new CloudError(
      'FAILED_PRECONDITION',
      `FAILED_PRECONDITION: Key creation is not allowed on this service account.\n- type: constraints/${FORBIDDEN}`,
      400,
    )
  if (ofAccount(world, account).length >= MOST_KEYS)
    throw new CloudError('FAILED_PRECONDITION', 'FAILED_PRECONDITION: Precondition check failed.', 400)
  const id = session.madeUp(40)
  const email = emailOf(world, account.name)
  const file = {
    type: 'service_account',
    project_id: world.account_id,
    private_key_id: id,
    // Not a real key type. Its signed content could only have been written by this account.
    private_key: `-----BEGIN PRIVATE KEY-----\n${signClaims(world, KIND, { account: account.name, id })}\n-----END PRIVATE KEY-----\n`,
    client_email: email,
    client_id: numberOf({ seed: `${world.seed} ${account.name}` }),
    token_uri: 'https://oauth2.googleapis.com/token',
    universe_domain: 'googleapis.com',
  }
  saveFile(session, named, `${JSON.stringify(file, null, 2)}\n`)
  session.put(TYPE, id, { service_account: account.name, key_id: id, made_at: utc(session.now) })
  return new Noted(`created key [${id}] of type [json] as [${named}] for [${email}]\n`)
}

/** Service account of a key file, while its key exists; undefined for any other text. */
export function accountOfKey(world: World, text: string): Resource | undefined {
  const { private_key: key } = (jsonOf(text) ?? {}) as { private_key?: unknown }
  const claims = typeof key === 'string' ? readClaims(world, KIND, key.split('\n')[1] ?? '') : undefined
  const account = all(world, 'google_service_account').find(({ name }) => name === claims?.account)
  return account && ofAccount(world, account).some(({ attributes }) => attributes.key_id === claims?.id)
    ? account
    : undefined
}
