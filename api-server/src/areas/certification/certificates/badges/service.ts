import { gzipSync } from 'node:zlib'
import type { Certificate, RecordLevel } from '@flagyard/api-types'
import type { Accepted } from '@flagyard/api-types/contract/operation'
import { recordLevel } from '@flagyard/api-types/schemas'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import * as certificates from '../queries.ts'
import { certificateNotFound, toPublicCertificate } from '../service.ts'
import { addProof, type Badge, makeBadge, statusListUrl } from './credential.ts'
import { findDidDocument, findSigningKey, hashName, hostOf, type SigningKey } from './keys.ts'
import * as queries from './queries.ts'
import { digestOf, readDisclosures } from './record.ts'

type NeededDeps = Pick<Deps, 'db' | 'config' | 'secrets' | 'clock'>

/** The signed badge of a certificate that is not withdrawn. That of a revoked one is in the status list, which verifiers read. */
export async function readBadge(deps: NeededDeps, id: string): Promise<Badge & { certificate: Certificate }> {
  const found = await certificates.findCertificate(deps.db, id)
  if (!found) throw certificateNotFound()
  if (found.state === 'withdrawn') throw new ApiError('not_found', 'This certificate was withdrawn.')
  const certificate = toPublicCertificate(found, deps.config.publicUrl)
  const record = await readDisclosures(deps, found.certificate)
  const digests = (record ?? []).map(digestOf).toSorted()
  const issue = found.certificate.badge_issue
  return { ...(await makeBadge(deps, { certificate, issue, digests })), certificate }
}

/**
 * File that its holder shares: the badge and the parts of the exam record up to a level. Everyone can recompute the result from the full record,
 * without this server.
 */
export async function readExamRecord(
  deps: NeededDeps,
  user: CurrentUser,
  id: string,
  level: RecordLevel,
): Promise<{ name: string; file: string }> {
  const found = await certificates.findCertificate(deps.db, id)
  if (found?.certificate.user_id !== user.id) throw new ApiError('not_found', 'You have no such certificate.')
  const disclosures = await readDisclosures(deps, found.certificate)
  if (!disclosures) throw new ApiError('not_found', 'This certificate was not issued for an exam with a record.')
  const { jwt } = await readBadge(deps, id)
  const { did } = await findSigningKey(deps)
  const keys = await findDidDocument(deps, hostOf(did))
  const shared = disclosures.slice(0, recordLevel.options.indexOf(level) + 1)
  const file = { format: 'exam-record/1', credential: jwt, disclosures: shared, issuer_keys: keys }
  return { name: `exam-record-${level}-${id}.json`, file: JSON.stringify(file, null, 2) }
}

/** Lifetime of a status list in caches. A revocation is visible to every verifier afterwards. */
export const STATUS_SECONDS = 300

/** Signed lists of this process by content, because the call is public. Signed again after an hour at the latest. */
const lists = new LRUCache<string, Promise<string>>({ max: 20, ttl: 3_600_000 })

/** A signed BitstringStatusListCredential. Its bit is set for badges that are revoked, withdrawn or replaced by a correction. */
export async function readStatusList(deps: NeededDeps, asked: string): Promise<string> {
  const list = /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : 0
  const revoked = await queries.listRevoked(deps.db, list, (id, badge) => hashName(deps.secrets, id, badge))
  if (!revoked) throw new ApiError('not_found', 'There is no such status list.')
  const key = await findSigningKey(deps)
  const at = JSON.stringify([key.url, list, revoked])
  const made = lists.get(at) ?? signList(deps, key, list, revoked)
  lists.set(at, made)
  return made
}

async function signList({ config, clock }: NeededDeps, key: SigningKey, list: number, revoked: number[]) {
  const bits = Buffer.alloc(queries.LIST_LENGTH / 8)
  // The first position is the highest bit of the first byte.
  for (const position of revoked) bits[position >> 3] = (bits[position >> 3] ?? 0) | (0x80 >> (position & 7))
  const id = statusListUrl(config.publicUrl, list)
  const now = clock.now()
  const credential = {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: key.did,
    validFrom: now.toISOString(),
    validUntil: new Date(now.getTime() + 24 * 3_600_000).toISOString(),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: `u${gzipSync(bits).toString('base64url')}`,
      ttl: STATUS_SECONDS * 1000,
    },
  }
  return JSON.stringify(await addProof(credential, key))
}

/** State at a moment, from the versions of the certificate. Throws `not_found` for an id that we never issued. */
export async function readStatus(
  { db }: Pick<Deps, 'db'>,
  id: string,
  at: Date,
): Promise<Accepted<'certificateStatus'>> {
  const found = await certificates.findCertificate(db, id)
  if (!found) throw certificateNotFound()
  const { certificate } = found
  const then = await queries.findVersionAt(db, id, at)
  const isBefore = (moment: Date | null) => moment !== null && moment <= at
  const state = isBefore(certificate.withdrawn_at)
    ? 'withdrawn'
    : at < certificate.issued_at
      ? 'not_issued'
      : (then ? then.is_revoked : isBefore(certificate.revoked_at))
        ? 'revoked'
        : isBefore(certificate.valid_until)
          ? 'expired'
          : 'valid'
  const version = state === 'not_issued' ? null : (then?.version ?? 1)
  const corrected = then !== undefined && version !== null && then.name !== certificate.name
  const { version: current_version, valid_until } = certificate
  return { id, at, state, version, current_version, corrected, valid_until }
}
