import type { BrowserContext, Page } from '@playwright/test'
import { keepSecret } from '../api-server/src/data-dir.ts'
import { ACCESS_TOKEN_SECONDS, signAccessToken } from '../api-server/src/identity/access-token.ts'
import { createSecrets } from '../api-server/src/integrations/secrets.ts'
import { activeAccount, PHRASE } from './account-steps.ts'
import { expect, test } from './fixtures.ts'
import { readServed } from './served.ts'

const REFRESH = '**/api/v1/auth/refresh'

test('fault 13: two tabs and the console stay signed in over an access token that expired, refresh one after another, and signing out in one signs out all', async ({
  page,
  context,
  signIn,
  baseURL,
  console: consoleErrors,
}) => {
  // What a browser notes of each call with the expired token.
  consoleErrors.expect(/401.*api\/v1\//)
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
  // The first refresh waits for its answer until every tab has heard 401 of the server.
  const turns = await watchTurns(context, () => refused.size === 3)
  await Promise.all([
    page.getByRole('menuitem', { name: 'Vouchers' }).click(),
    second.getByRole('menuitem', { name: 'Profile' }).click(),
    third.getByRole('link', { name: 'Courses' }).first().click(),
  ])
  await expect(page.getByRole('heading', { level: 1, name: /voucher/i })).toBeVisible()
  await expect(second.getByText('This device')).toBeVisible()
  await expect(
    third
      .getByRole('main')
      .getByText(/^AWS red team foundations$/i)
      .first(),
  ).toBeVisible()
  expect(refused.size).toBe(3)
  expect(turns.most(), 'refreshes under way at once').toBe(1)

  await page.bringToFront()
  await page.getByRole('button', { name: /your account/i }).click()
  await page.getByRole('menuitem', { name: /sign out/i }).click()
  await second.waitForURL((url) => url.pathname === '/signin')
  await third.waitForURL((url) => url.pathname === '/signin')
})

test('fault 14: the answer of a refresh is lost once, and the next try goes on with the session', async ({
  page,
  context,
  playwright,
  signIn,
  baseURL,
  console: consoleErrors,
}) => {
  consoleErrors.expect(/ERR_CONNECTION_RESET.*auth\/refresh/)
  await activeAccount(page, 'losta')
  await signIn('losta', PHRASE)
  const before = await sessionCookie(context)
  const lost: number[] = []
  await context.route(
    REFRESH,
    async (route) => {
      // Sent from beside the browser, whose cookie stays as it was: the server has rotated, and nobody here knows.
      const beside = await playwright.request.newContext({ baseURL: baseURL ?? '' })
      const answer = await beside.post('/api/v1/auth/refresh', {
        headers: { cookie: `${before?.name}=${before?.value}`, 'sec-fetch-site': 'same-origin' },
      })
      lost.push(answer.status())
      await beside.dispose()
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

const sessionCookie = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name.endsWith('flagyard-session'))

/**
 * From here on each token that the tabs hold has expired: what they send carries, in its place, one of the same session
 * that the server signed longer ago than tokens live, and the server's own 401 is what they hear.
 */
async function expireTokens(context: BrowserContext, baseURL: string | undefined, onRefused: (by: Page) => void) {
  const { DATA_DIR } = readServed(baseURL).environment
  const secrets = createSecrets(keepSecret(DATA_DIR, 'secret-key', 32))
  const from = Math.floor(Date.now() / 1000)
  await context.route('**/api/v1/**', async (route) => {
    const token = (await route.request().headerValue('authorization'))?.replace('Bearer ', '')
    const claims = token && JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    if (!claims || claims.iat > from) return route.fallback()
    const longAgo = new Date((from - ACCESS_TOKEN_SECONDS - 1) * 1000)
    const expired = signAccessToken(secrets, { userId: claims.sub, sessionId: claims.sid }, longAgo)
    await route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${expired}` } })
  })
  context.on('response', (response) => {
    if (response.status() === 401) onRefused(response.frame().page())
  })
}

/** Counts how many refreshes are under way at once; none is answered before `until`. */
async function watchTurns(context: BrowserContext, until: () => boolean) {
  let now = 0
  let most = 0
  await context.route(REFRESH, async (route) => {
    now += 1
    most = Math.max(most, now)
    await expect.poll(until).toBe(true)
    const answer = await route.fetch()
    now -= 1
    await route.fulfill({ response: answer })
  })
  return { most: () => most }
}
