import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, expect, test } from './fixtures.ts'

/** Calls whose answers are the same for everybody, and may be cached. */
const publicCalls = ['/api/v1/banners', '/api/v1/courses/', '/api/v1/bundles']

test('no secret is stored by the browser, travels in an address or may be cached', async ({
  page,
  context,
  signInByForm,
}) => {
  const addresses: string[] = []
  const tokens = new Set<string>()
  const cacheable: string[] = []
  page.on('request', (request) => {
    addresses.push(request.url())
    const token = request.headers().authorization?.replace('Bearer ', '')
    if (token) tokens.add(token)
  })
  page.on('response', (response) => {
    const authenticated = response.request().headers().authorization !== undefined
    const { pathname } = new URL(response.url())
    if (authenticated && !publicCalls.includes(pathname) && !response.headers()['cache-control']?.includes('no-store'))
      cacheable.push(pathname)
  })
  const visit = async (paths: string[]) => {
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
    }
  }

  await signInByForm('learner')
  await visit(['/dashboard', '/vouchers', '/certificates', '/profile'])
  await visit(['/classroom/aws-red-team-foundations'])
  const secrets = new Set([DEMO_PASSWORD, await refreshToken()])
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /your account/i }).click()
  await page.getByText('Sign out').click()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await signInByForm('admin')
  await visit(['/admin', '/admin/users/learner', '/admin/vouchers'])
  secrets.add(await refreshToken())

  expect(tokens.size).toBeGreaterThan(1)
  for (const secret of [...secrets, ...tokens]) {
    expect(await readStorage(page)).not.toContain(secret)
    expect(addresses.join(' ')).not.toContain(secret)
  }
  expect(await page.evaluate(() => document.cookie)).not.toContain('flagyard-session')
  expect(cacheable).toEqual([])

  async function refreshToken() {
    const cookie = (await context.cookies()).find(({ name }) => name.endsWith('flagyard-session'))
    expect(cookie?.httpOnly).toBe(true)
    return cookie?.value ?? ''
  }
})

/** Everything that the page's scripts have stored. */
const readStorage = (page: Page) =>
  page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    const caches_ = await caches.keys()
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, caches_])
  })
