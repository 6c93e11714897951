import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { audit, banners } from '../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const create = (bannerInput: Parameters<TestApp['asAdmin']['createBanner']>[0]['bannerInput']) =>
  app.asAdmin.createBanner({ bannerInput })

test('a banner is scheduled, shown, changed and removed, each with its audit entry', async () => {
  const made = await create({ content: 'We are at the conference', link: '/courses?tag=aws', shows_from: at(1) })
  expect(made).toMatchObject({ state: 'planned', active: true, position: 0, version: 1 })
  expect(await app.asVisitor.listBanners()).toEqual([])

  const { id } = made
  const now = await app.asAdmin.updateBanner({ id, bannerEdit: { version: 1, shows_from: null } })
  expect(now).toMatchObject({ state: 'active', version: 2 })
  expect(await app.asVisitor.listBanners()).toMatchObject([{ id, link: '/courses?tag=aws' }])

  await expect(app.asAdmin.updateBanner({ id, bannerEdit: { version: 1, content: 'Late' } })).rejects.toMatchObject({
    code: 'stale_version',
  })
  await app.asAdmin.deleteBanner({ id })
  expect(await app.asVisitor.listBanners()).toEqual([])
  expect(await app.asAdmin.getBanner({ id })).toMatchObject({ state: 'removed', allowed: ['restore'] })
  const listed = async (filter: object) =>
    (await app.asAdmin.listBannersForAdmin({ filter: JSON.stringify(filter) })).data.map((row) => row.id)
  expect([await listed({}), await listed({ state: 'removed' })]).toEqual([[], [id]])
  expect(await app.asAdmin.searchEverything({ q: 'conference' })).toEqual([])
  for (const change of [
    () => app.asAdmin.updateBanner({ id, bannerEdit: { version: 3, content: 'Late' } }),
    () => app.asAdmin.deleteBanner({ id }),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'conflict' })
  expect(await app.asAdmin.restoreBanner({ id })).toMatchObject({ state: 'active', version: 4 })
  expect(await app.asVisitor.listBanners()).toMatchObject([{ id, content: 'We are at the conference' }])
  await expect(app.asAdmin.restoreBanner({ id })).rejects.toMatchObject({ code: 'conflict' })
  await app.asAdmin.deleteBanner({ id })
  const entries = await app.deps.db.select().from(audit).where(eq(audit.subject_id, id)).orderBy(audit.at)
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['banners.create', 'administrator-of-tests'],
    ['banners.update', 'administrator-of-tests'],
    ['banners.delete', 'administrator-of-tests'],
    ['banners.restore', 'administrator-of-tests'],
    ['banners.delete', 'administrator-of-tests'],
  ])
  expect(entries[1]).toMatchObject({ after: { shows_from: null } })
})

test('the list is filtered by state and by text', async () => {
  const made = {
    active: await create({ content: 'now', position: 2, shows_until: at(1) }),
    planned: await create({ content: 'later', position: 3, shows_from: at(1) }),
    ended: await create({ content: 'over', position: 1, shows_until: at(-1) }),
    off: await create({ content: 'off', position: 4, active: false }),
  }
  for (const [state, { id }] of Object.entries(made)) {
    const { data } = await app.asAdmin.listBannersForAdmin({ filter: JSON.stringify({ state }) })
    expect(data.map((row) => [row.id, row.state])).toEqual([[id, state]])
  }
  const found = await app.asAdmin.listBannersForAdmin({ filter: JSON.stringify({ q: 'LATÉR' }) })
  expect(found.data.map((row) => row.id)).toEqual([made.planned.id])
  const { data } = await app.asAdmin.listBannersForAdmin({ sort: '["position","DESC"]' })
  expect(data.map((row) => row.position)).toEqual([4, 3, 2, 1])
})

test('a banner lists the actions allowed to the caller', async () => {
  for (const capability of ['content', 'support'] as const) {
    const by = app.as(`only-${capability}`, { roles: ['user', 'admin'], capabilities: [capability] })
    const { id, version } = await create({ content: 'Whose' })
    const { allowed } = await by.getBanner({ id })
    expect(allowed).toEqual(capability === 'content' ? ['update', 'delete'] : [])
    expect((await by.listBannersForAdmin({ filter: JSON.stringify({ id }) })).data[0]?.allowed).toEqual(allowed)
    const passes = (call: Promise<unknown>) =>
      call.then(
        () => true,
        () => false,
      )
    expect(await passes(by.updateBanner({ id, bannerEdit: { version, content: 'Mine' } }))).toBe(allowed.length > 0)
    expect(await passes(by.deleteBanner({ id }))).toBe(allowed.length > 0)
  }
})

test('rejects an end before the start, also when only one of them changes', async () => {
  await expect(create({ content: 'x', shows_from: at(2), shows_until: at(1) })).rejects.toMatchObject({
    errors: [{ field: 'shows_until' }],
  })
  const { id, version } = await create({ content: 'x', shows_from: at(2) })
  await expect(app.asAdmin.updateBanner({ id, bannerEdit: { version, shows_until: at(1) } })).rejects.toMatchObject({
    code: 'invalid',
  })
})

test('an invalid id is not found', async () => {
  await expect(app.asAdmin.getBanner({ id: 'none' })).rejects.toMatchObject({ code: 'not_found' })
})

describe('the link of a banner', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://files.example/x',
    'blob:https://flagyard.example/x',
    'mailto:a@b.example',
    '//evil.example/x',
    '/\\evil.example',
    '/\t/evil.example',
    'https:\\\\evil.example',
    'https://flagyard.example@evil.example/',
    'https:/evil.example',
    'http://127.0.0.1/admin',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]:3000/',
    'https://localhost/x',
    'evil.example',
    'courses',
    '',
  ])('rejects %j', async (link) => {
    await expect(create({ content: 'x', link })).rejects.toMatchObject({ code: 'invalid', errors: [{ field: 'link' }] })
  })

  test.each(['https://example.org/a?b=c#d', 'http://example.org', '/courses', '/courses?lab=first#top', '/'])(
    'accepts %j',
    async (link) => {
      expect((await create({ content: 'x', link, active: false })).link).toBe(link)
    },
  )

  test('is never fetched by the server', async () => {
    let heard = 0
    const sentinel = createServer((_, response) => {
      heard++
      response.end()
    })
    await new Promise<void>((resolve) => sentinel.listen(0, '127.0.0.1', resolve))
    const { port } = sentinel.address() as AddressInfo
    const link = `http://127.0.0.1:${port}/`
    await create({ content: 'x', link }).catch(() => undefined)
    const { id } = await create({ content: 'x', position: 0 })
    await app.deps.db.update(banners).set({ link }).where(eq(banners.id, id))
    await app.asAdmin.updateBanner({ id, bannerEdit: { version: 1, content: 'y' } })
    expect(JSON.stringify(await app.asVisitor.listBanners())).toContain(link)
    sentinel.close()
    expect(heard).toBe(0)
  })
})
