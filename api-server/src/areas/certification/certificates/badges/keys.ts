import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { fromJwk } from '@digitalbazaar/ed25519-multikey'
import type { Accepted } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Deps } from '../../../../deps.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import * as queries from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'config' | 'secrets'>

/** Issuer of the badges of an origin, in the form that verifiers resolve at `/.well-known/did.json`. */
export const didOf = (origin: string): string => `did:web:${new URL(origin).host.replace(':', '%3A')}`
/** Host of an issuer. */
export const hostOf = (did: string): string => decodeURIComponent(did.replace('did:web:', ''))

export interface SigningKey {
  /** Reference to the public key in badges. */
  url: string
  did: string
  privateKey: KeyObject
}

/** The key in use. Created on first use, also after PUBLIC_URL has changed: the issuer's name contains its host. */
export async function findSigningKey({ db, config, secrets }: NeededDeps): Promise<SigningKey> {
  const origin = config.publicUrl
  const row =
    (await queries.findActiveKey(db, origin)) ??
    (await db.transaction(async (tx) => {
      await queries.lockKeys(tx)
      return (await queries.findActiveKey(tx, origin)) ?? queries.insertKey(tx, newKey(secrets, origin))
    }))
  const did = didOf(row.origin)
  const privateKey = createPrivateKey({ key: secrets.open('signing-key', row.id, row.private_sealed), format: 'pem' })
  return { url: `${did}#${row.id}`, did, privateKey }
}

function newKey(secrets: Deps['secrets'], origin: string): queries.NewKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const id = `badge-${randomBytes(6).toString('hex')}`
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  return {
    id,
    origin,
    algorithm: 'Ed25519',
    public_jwk: publicKey.export({ format: 'jwk' }),
    private_sealed: secrets.seal('signing-key', id, pem),
  }
}

/** Replaces the key in use. Earlier keys stay published, so badges signed with them stay valid. */
export async function rotateSigningKey(deps: NeededDeps, by: AuditActor) {
  const { db, config, secrets } = deps
  await db.transaction(async (tx) => {
    await queries.lockKeys(tx)
    const before = await queries.retireKey(tx, config.publicUrl)
    const { id } = await queries.insertKey(tx, newKey(secrets, config.publicUrl))
    await recordAudit(tx, {
      actor: by.actor,
      address: by.address,
      action: 'certificates.rotate_key',
      subject: { type: 'signing_key', id },
      before: { key: before ?? null },
      after: { key: id },
    })
  })
  return listSigningKeys(deps)
}

export async function listSigningKeys({ db }: Pick<Deps, 'db'>): Promise<Accepted<'signingKey'>[]> {
  const rows = await queries.listKeys(db)
  return rows.map(({ id, origin, algorithm, created_at, retired_at }) => {
    return { id, did: didOf(origin), algorithm, created_at, retired_at }
  })
}

/**
 * DID document of a host that issues or has issued badges; undefined for others. After a move, the old host still has to lead to this server, by its
 * own name or by a proxy that passes it on, for its badges to be verified.
 */
export async function findDidDocument({ db }: Pick<Deps, 'db'>, host: string): Promise<object | undefined> {
  const keys = (await queries.listKeys(db)).filter(({ origin }) => new URL(origin).host === host)
  const [first] = keys
  if (!first) return undefined
  const did = didOf(first.origin)
  const methods = await Promise.all(
    keys.map(async ({ id, public_jwk }) => ({
      id: `${did}#${id}`,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: (await (await fromJwk({ jwk: public_jwk })).export()).publicKeyMultibase,
    })),
  )
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  }
}

/** Identifies a name in a badge. Without SECRET_KEY, a name cannot be tried against it, so it may stay after an account is erased. */
export const hashName = (secrets: Deps['secrets'], certificateId: string, { name, issue }: queries.BadgeName): string =>
  secrets.hmac('signing-key', [certificateId, name, ...(issue ? [issue] : [])].join('\n')).toString('base64url')
