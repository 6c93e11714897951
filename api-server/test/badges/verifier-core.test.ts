import { verifyCredential } from '@digitalcredentials/verifier-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readBadge } from '../../src/areas/certification/certificates/index.ts'
import { type Credential, flip, openBadgeSite } from './badge-site.ts'

/** The verifier of the Digital Credentials Consortium, unchanged. Its requests reach this server and nothing else. */

let site: Awaited<ReturnType<typeof openBadgeSite>>
beforeAll(async () => {
  site = await openBadgeSite()
  await makeBadges()
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const { url } = new Request(input)
    const { host, pathname } = new URL(url)
    // 1EdTech's JSON schema is in no package, so this test does not check it.
    if (host === 'purl.imsglobal.org') return Response.json({})
    if (!hosts.has(host)) return new Response('no such host', { status: 404 })
    const answer = await site.get(pathname, host)
    return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': 'application/json' } })
  })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await site.close()
})
const HOSTS = ['localhost:3000', 'old.example']
const hosts = new Set(HOSTS)
const badges = new Map<string, Credential>()

/** Badges of the table below. All keys exist before the verifier reads them, because it caches them for seconds. */
async function makeBadges() {
  const issued = async (name: string) => (await site.issue(name, `Bo ${name}`)).id
  const { deps, asAdmin } = site.app
  const moved = { ...deps, config: { ...deps.config, publicUrl: 'https://old.example' } }
  badges.set('moved', JSON.parse((await readBadge(moved, await issued('moved'))).json))
  badges.set('replaced', await site.badgeOf(await issued('replaced')))
  await asAdmin.rotateSigningKey({})
  for (const name of ['current', 'revoked', 'corrected']) {
    const id = await issued(name)
    badges.set(name, await site.badgeOf(id))
    if (name === 'revoked') await site.change(id, { revoked: true, reason: 'Shared answers' })
    if (name === 'corrected') await site.change(id, { name: 'Bo Right', reason: 'A typing error' })
  }
}

/** What the verifier reports: signature and revocation. Null: it could not tell. */
async function verify(credential: Credential) {
  const { log = [], errors } = await verifyCredential({ credential: credential as never, knownDIDRegistries: [] })
  const step = (id: string) => log.find((one) => one.id === id)?.valid ?? null
  const valid = { signature: step('valid_signature'), notRevoked: step('revocation_status') }
  return errors?.[0] ? { refused: String(errors[0].name) } : valid
}
const accepted = { signature: true, notRevoked: true }

test('verifier-core accepts badges with and without a name, and refuses each of 40 one-bit changes', async () => {
  const { id } = await site.issue('ana', 'Ana Łovelace “x”')
  const badge = await site.badgeOf(id)
  expect(await verify(badge)).toEqual(accepted)
  const learner = await site.app.as('ana')
  await learner.updateCertificateSharing({ id, certificateSharing: { hide_name: true, hide_points: true } })
  const nameless = await site.badgeOf(id)
  expect(await verify(nameless)).toEqual(accepted)
  const text = JSON.stringify(nameless)
  const places = Array.from({ length: 40 }, (_, index) => Math.floor((index * (text.length - 8)) / 40))
  const results = await Promise.all(places.map(async (place) => verify(flip(text, place)!)))
  expect(results).toHaveLength(40)
  for (const result of results) expect(result).not.toEqual(accepted)
})

/** The table in docs/how-to/check-certificates.md has these rows. */
test.each([
  ['signed with the key in use', 'current', accepted],
  ['signed with a key that was replaced since', 'replaced', accepted],
  ['issued at an address from which the site has moved', 'moved', accepted],
  ['revoked with a reason', 'revoked', { signature: true, notRevoked: false }],
  ['printed with a name that was corrected since', 'corrected', { signature: true, notRevoked: false }],
] as const)('verifier-core reads a badge that was %s', async (_what, name, expected) => {
  expect(await verify(badges.get(name)!)).toEqual(expected)
})

test('verifier-core does not call a badge valid while its status list is unreachable', async () => {
  hosts.clear()
  expect(await verify(badges.get('current')!)).not.toEqual(accepted)
  for (const host of HOSTS) hosts.add(host)
})
