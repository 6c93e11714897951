import { type APIRequestContext, type Browser, chromium, type Page } from '@playwright/test'

/** For the scripts that take pictures of a demo that runs already. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })

interface Look {
  width?: number
  height?: number
  theme?: 'light' | 'dark'
}

/** A page that has answered the notice of cookies and closed the banners. */
export async function openPage(browser: Browser, origin: string, look: Look = {}): Promise<Page> {
  const { width = 1200, height = 750, theme = 'light' } = look
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB', colorScheme: theme })
  await context.addCookies([{ name: 'CookieConsent', value: 'true', url: origin }])
  const page = await context.newPage()
  const banners = (await (await page.request.get(`${origin}/api/v1/banners`)).json().catch(() => [])) as {
    id: string
  }[]
  const ids = Array.isArray(banners) ? banners.map(({ id }) => id).join(',') : ''
  await context.addInitScript((value) => localStorage.setItem('dismissed_banners', value), ids)
  return page
}

/** Calls the API as an account. Returns the body of the reply, and throws when the call is refused. */
export type Call = Awaited<ReturnType<typeof signInTo>>

/** Signs in with the request that the form sends. */
export async function signInTo(request: APIRequestContext, origin: string, username: string, password: string) {
  const answer = await request.post(`${origin}/api/v1/auth/signin`, {
    form: { username, password },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  if (!answer.ok()) throw new Error(`${username} cannot sign in: ${await answer.text()}`)
  const { access_token } = await answer.json()
  return async (method: 'GET' | 'POST' | 'PATCH', path: string, data?: object) => {
    const headers = { authorization: `Bearer ${access_token}` }
    const reply = await request.fetch(`${origin}/api/v1${path}`, { method, headers, ...(data ? { data } : {}) })
    if (!reply.ok()) throw new Error(`${method} ${path} answered ${reply.status()}: ${await reply.text()}`)
    return reply.json()
  }
}

/** Waits until the page has no pending requests and its fonts are loaded. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {})
  await page.evaluate(() => document.fonts.ready)
}
