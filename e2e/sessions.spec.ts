import type { BrowserContext, Page } from '@playwright/test'
import { loadOrCreateSecret } from '../api-server/src/data-dir.ts'
import { ACCESS_TOKEN_SECONDS, signAccessToken } from '../api-server/src/identity/access-token.ts'
import { createSecrets } from '../api-server/src/secrets.ts'
import { ACCOUNT_PASSWORD, createAccount, emailOf, signInByForm, signUp } from './steps/auth.ts'
import { listSubjects } from './steps/mails.ts'
import { DEMO_PASSWORD, expect, openInApp, signInOn, test } from './support/fixtures.ts'
import { readServerInfo } from './support/server-info.ts'

const REFRESH = '**/api/v1/auth/refresh'

test('two tabs and the console outlive an expired access token, refresh one after another, and sign out together', async ({
  page,
  context,
  signIn,
  baseURL,
  consoleErrors,
}) => {
  // The browser logs each call that was refused because its token had expired.
  consoleErrors.allow(/401.*api\/v1\//)
  await signIn('admin')
  const second = await context.newPage()
  await second.goto('/dashboard')
  const third = await context.newPage()
  await third.goto('/admin/users')
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(third.getByRole('main').getByRole('heading').first()).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  for (const tab of [page, second]) await tab.getByRole('button', { name: /your account/i }).click()
  const refused = new Set<Page>()
  await expireTokens(context, baseURL, (tab) => refused.add(tab))
  // The first refresh is answered only once the server has refused a call of every tab.
  const refreshes = await countRefreshes(context, () => refused.size === 3)
  await Promise.all([
    page.getByRole('menuitem', { name: 'Vouchers' }).click(),
    second.getByRole('menuitem', { name: 'Profile' }).click(),
    third.getByRole('link', { name: 'Courses' }).first().click(),
  ])
  await expect(page.getByRole('heading', { level: 1, name: /voucher/i })).toBeVisible()
  await expect(second.getByLabel('Your name')).toBeVisible()
  await expect(
    third
      .getByRole('main')
      .getByText(/^AWS red team foundations$/i)
      .first(),
  ).toBeVisible()
  expect(refused.size).toBe(3)
  expect(refreshes.most(), 'refreshes under way at once').toBe(1)

  await page.bringToFront()
  await page.getByRole('button', { name: /your account/i }).click()
  await page.getByRole('menuitem', { name: /sign out/i }).click()
  await second.waitForURL((url) => url.pathname === '/signin')
  await third.waitForURL((url) => url.pathname === '/signin')
})

test('when the answer to a refresh is lost once, the next refresh continues the session', async ({
  page,
  context,
  playwright,
  baseURL,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_CONNECTION_RESET.*auth\/refresh/)
  await signUp(page, 'losta')
  const before = await sessionCookie(context)
  const lost: number[] = []
  await context.route(
    REFRESH,
    async (route) => {
      // Sent by another client: the server rotates the cookie, and the browser does not learn of it.
      const otherClient = await playwright.request.newContext({ baseURL: baseURL ?? '' })
      const answer = await otherClient.post('/api/v1/auth/refresh', {
        headers: { cookie: `${before?.name}=${before?.value}`, 'sec-fetch-site': 'same-origin' },
      })
      lost.push(answer.status())
      await otherClient.dispose()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await page.goto('/profile')
  await expect.poll(() => lost).toEqual([200])
  expect((await sessionCookie(context))?.value).toBe(before?.value)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  expect((await sessionCookie(context))?.value).not.toBe(before?.value)
})

test('a stolen cookie that is used too late ends the session for both, and its owner is told by mail', async ({
  page,
  context,
  newDevice,
}) => {
  const email = emailOf('robba')
  await signUp(page, 'robba')
  const stolen = (await context.cookies()).filter(({ name }) => name === 'flagyard-session')
  expect(stolen).toHaveLength(1)
  for (const _refresh of ['once', 'twice']) {
    await page.goto('/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  }
  const thief = await newDevice()
  await thief.context().addCookies(stolen)
  await thief.goto('/profile')
  await thief.waitForURL(/\/signin/)
  expect((await listSubjects(page, email))[0]).toBe('We signed out one of your devices')
  await page.goto('/profile')
  await page.waitForURL(/\/signin/)
})

test('a device that I sign out on my profile is signed out at its next step', async ({ page, newDevice, signIn }) => {
  await createAccount(page, 'devica')
  const other = await newDevice()
  await signInOn(other, 'devica', ACCOUNT_PASSWORD)
  await signIn('devica', ACCOUNT_PASSWORD)
  await page.goto('/profile?section=security')
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await expect(page.getByText(/is signed out\./)).toBeVisible()
  await other.goto('/profile')
  await other.waitForURL(/\/signin/)
  await page.reload()
  await expect(page.getByText('This device')).toBeVisible()
})

const sessionCookie = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name.endsWith('flagyard-session'))

/**
 * From now on the tokens that the tabs hold are expired: each call is sent with a token of the same session that was signed
 * longer ago than tokens live, and the server refuses it.
 */
async function expireTokens(context: BrowserContext, baseURL: string | undefined, onRefused: (by: Page) => void) {
  const { DATA_DIR } = readServerInfo(baseURL).environment
  const secrets = createSecrets(loadOrCreateSecret(DATA_DIR, 'secret-key', 32))
  const startedAt = Math.floor(Date.now() / 1000)
  await context.route('**/api/v1/**', async (route) => {
    const token = (await route.request().headerValue('authorization'))?.replace('Bearer ', '')
    const claims = token && JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    if (!claims || claims.iat > startedAt) return route.fallback()
    const longAgo = new Date((startedAt - ACCESS_TOKEN_SECONDS - 1) * 1000)
    const expired = signAccessToken(secrets, { userId: claims.sub, sessionId: claims.sid }, longAgo)
    await route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${expired}` } })
  })
  context.on('response', (response) => {
    if (response.status() === 401) onRefused(response.frame().page())
  })
}

/** Counts how many refreshes run at the same time; none is answered before `until` is true. */
async function countRefreshes(context: BrowserContext, until: () => boolean) {
  let running = 0
  let most = 0
  await context.route(REFRESH, async (route) => {
    running += 1
    most = Math.max(most, running)
    await expect.poll(until).toBe(true)
    const answer = await route.fetch()
    running -= 1
    await route.fulfill({ response: answer })
  })
  return { most: () => most }
}

/** Calls whose answers are the same for everybody, and may be cached. */
const publicCalls = ['/api/v1/banners', '/api/v1/courses/', '/api/v1/bundles']

test('no secret is stored by the browser, travels in an address or may be cached', async ({ page, context }) => {
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
  /** The first is loaded, and the others are opened in the app. */
  const visit = async (first: string, ...others: string[]) => {
    await page.goto(first)
    await page.waitForLoadState('networkidle')
    for (const path of others) {
      await openInApp(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  }

  await signInByForm(page, 'learner')
  await visit('/classroom/aws-red-team-foundations', '/vouchers', '/certificates', '/profile', '/dashboard')
  const secrets = new Set([DEMO_PASSWORD, await refreshToken()])
  await page.getByRole('button', { name: /your account/i }).click()
  await page.getByText('Sign out').click()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await signInByForm(page, 'admin')
  await visit('/admin/users/learner', '/admin', '/admin/vouchers')
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
