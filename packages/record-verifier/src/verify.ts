import { type Finding, isTimeline, type Outcome, outcomeOf, recompute, type Timeline } from './timeline.ts'

/** Shared part of a record: that the candidate passed; also the band of the points; or everything that happened. */
export const levels = ['passed', 'band', 'full'] as const
export type Level = (typeof levels)[number]

/** A file that a candidate shares. */
export interface RecordFile {
  format: typeof FORMAT
  /** The certificate as a signed Open Badges 3.0 credential (VC-JWT). Its evidence contains a digest of every disclosure. */
  credential: string
  /** As in RFC 9901: base64url of a JSON array of salt, name and value. */
  disclosures: string[]
  /** DID document of the issuer at the time of the download. */
  issuer_keys: DidDocument
}
export const FORMAT = 'exam-record/1'

export interface DidDocument {
  id: string
  verificationMethod: { id: string; publicKeyMultibase: string }[]
}

export interface Report {
  title: string
  issuer: string
  /** Null if the holder hides it. */
  name: string | null
  issued: string
  expires: string | null
  /** Address at which the current state can be read: this file cannot prove that the certificate was not revoked. */
  state_url: string
  level: Level
  outcome: Partial<Outcome>
  timeline: Timeline | null
  findings: Finding[]
  /** Whether every check passed. Says nothing about a revocation, which is not known from a file. */
  holds: boolean
}

/** Thrown for files that are not a record. */
export class UnreadableRecord extends Error {}

/**
 * Checks a record without any network: signature, disclosures, and the computation of end, points and result. Without `didDocument`, the keys come from
 * the file, so that the issuer's identity still has to be compared.
 */
export async function verifyRecord(text: string, didDocument?: string): Promise<Report> {
  const file = readFile(text)
  const { claims, findings } = await checkSignature(file, didDocument === undefined ? undefined : readDid(didDocument))
  const shared = await openDisclosures(file.disclosures, digestsOf(claims))
  findings.push(shared.finding)
  const { passed, band, timeline } = shared.values
  if (passed === undefined) throw new UnreadableRecord('The file does not say whether the exam was passed.')
  if (timeline !== undefined && !isTimeline(timeline)) throw new UnreadableRecord('The time line is not readable.')
  if (timeline) findings.push(...recompute(timeline), ...sharedOutcome({ passed, band }, timeline))
  if (!timeline && passed === false)
    findings.push({ fact: 'result', holds: false, text: 'the issuer says that the exam was not passed' })
  return {
    title: claims.name,
    issuer: claims.issuer.id,
    name: claims.credentialSubject.identifier?.[0]?.identityHash ?? null,
    issued: claims.validFrom,
    expires: claims.validUntil ?? null,
    state_url: claims.id,
    level: timeline ? 'full' : band ? 'band' : 'passed',
    outcome: { passed, ...(band && { band }) },
    timeline: timeline ?? null,
    findings,
    holds: findings.every(({ holds }) => holds),
  }
}

function readFile(text: string): RecordFile {
  const file = parse<RecordFile>(text, 'This is not a record: the file contains no JSON.')
  if (file?.format !== FORMAT || typeof file.credential !== 'string' || !Array.isArray(file.disclosures))
    throw new UnreadableRecord(`This is not a record: its format is not ${FORMAT}.`)
  return file
}

function readDid(text: string): DidDocument {
  const document = parse<DidDocument>(text, 'The key file contains no JSON.')
  if (typeof document?.id !== 'string' || !Array.isArray(document.verificationMethod))
    throw new UnreadableRecord('The key file is not a DID document.')
  return document
}

function parse<T>(text: string, problem: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw new UnreadableRecord(problem)
  }
}

interface Claims {
  id: string
  name: string
  issuer: { id: string }
  iss: string
  validFrom: string
  validUntil?: string
  credentialSubject: { identifier?: { identityHash: string }[] }
  evidence: { id: string }[]
}

async function checkSignature({ credential, issuer_keys }: RecordFile, given: DidDocument | undefined) {
  const [header, payload, signature, ...more] = credential.split('.')
  if (!header || !payload || !signature || more.length > 0)
    throw new UnreadableRecord('The credential in this file is not a JWT.')
  const { kid, alg } = parse<{ kid: string; alg: string }>(utf8(header), 'The credential has no readable header.')
  const claims = parse<Claims>(utf8(payload), 'The credential has no readable content.')
  if (typeof claims?.issuer?.id !== 'string' || !claims.credentialSubject)
    throw new UnreadableRecord('The content of the credential is not a certificate.')
  const keys = given ?? issuer_keys
  const method = keys?.verificationMethod?.find(({ id }) => id === kid)
  const isValid =
    method !== undefined &&
    alg === 'EdDSA' &&
    (await verifySignature(method.publicKeyMultibase, `${header}.${payload}`, signature))
  const isIssuer = kid?.split('#')[0] === claims.iss && claims.issuer?.id === claims.iss && keys?.id === claims.iss
  const findings: Finding[] = [
    {
      fact: 'signature',
      holds: isValid,
      text: isValid ? `by ${method?.publicKeyMultibase}` : 'the credential was changed, or the key is another one',
    },
    {
      fact: 'issuer',
      holds: isIssuer,
      text: isIssuer ? claims.iss : `the key belongs to ${keys?.id}, but the credential names ${claims.iss}`,
    },
  ]
  return { claims, findings }
}

const ED25519_PREFIX = [0xed, 0x01]

async function verifySignature(multibase: string, text: string, signature: string): Promise<boolean> {
  try {
    const key = base58(multibase.slice(1))
    if (multibase[0] !== 'z' || key[0] !== ED25519_PREFIX[0] || key[1] !== ED25519_PREFIX[1]) return false
    const imported = await crypto.subtle.importKey('raw', key.slice(2), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', imported, fromBase64(signature), new TextEncoder().encode(text))
  } catch (error) {
    if (error instanceof DOMException || error instanceof RangeError) return false
    throw error
  }
}

const PREFIX = 'ni:///sha-256;'
const digestsOf = ({ evidence }: Claims): Set<string> =>
  new Set((evidence ?? []).flatMap(({ id }) => (id?.startsWith(PREFIX) ? [id.slice(PREFIX.length)] : [])))

/** Opens the shared parts. A changed disclosure has another digest than the signed one. */
async function openDisclosures(disclosures: string[], signed: ReadonlySet<string>) {
  const values: { passed?: boolean; band?: Outcome['band']; timeline?: Timeline } = {}
  const wrong: string[] = []
  for (const disclosure of disclosures) {
    const [, name, value] = parse<[string, string, never]>(utf8(disclosure), 'A disclosure is not readable.') ?? []
    if (!name) throw new UnreadableRecord('A disclosure has no name.')
    if (!signed.has(await digestOf(disclosure))) wrong.push(`“${name}” is not what the issuer signed`)
    Object.assign(values, { [name]: value })
  }
  return {
    values,
    finding: {
      fact: 'disclosures',
      holds: wrong.length === 0,
      text: wrong.length === 0 ? `${disclosures.length} of ${signed.size} shared, as signed` : wrong.join('; '),
    },
  }
}

/** Digest of a disclosure, as in the evidence of the credential. */
export async function digestOf(disclosure: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(disclosure))
  const letters = Array.from(new Uint8Array(hash), (byte) => String.fromCharCode(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function sharedOutcome(shared: { passed: boolean; band: Outcome['band'] | undefined }, timeline: Timeline): Finding[] {
  const { passed, band } = outcomeOf(timeline)
  const isSame = shared.passed === passed && (!shared.band || shared.band.from_percent === band.from_percent)
  const text = isSame ? 'agree with the time line' : 'are not what the time line gives'
  return [{ fact: 'the shorter statements', holds: isSame, text }]
}

const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

function utf8(base64: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(base64))
  } catch {
    throw new UnreadableRecord('The file contains a part that is not base64url.')
  }
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** An Ed25519 key in base 58. Its prefix is not zero, so leading zeros need no care. */
function base58(text: string): Uint8Array<ArrayBuffer> {
  let number = 0n
  for (const letter of text) number = number * 58n + BigInt(BASE58.indexOf(letter))
  const hex = number.toString(16)
  const even = hex.length % 2 === 0 ? hex : `0${hex}`
  return Uint8Array.from(even.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}
