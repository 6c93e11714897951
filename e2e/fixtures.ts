import { randomBytes } from 'node:crypto'
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { DEMO_PASSWORD } from './demo.ts'
import { signInTo } from './running-demo.ts'

export type CheckAccessibility = (page: Page, name: string) => Promise<void>

interface Fixtures {
  /** Signs in by the call that the form sends: the page that is opened next belongs to the account. */
  signIn(username: string, password?: string): Promise<unknown>
  /** Signs in through the form, and waits for the page that it leads to. */
  signInByForm(username: string, password?: string): Promise<void>
  /**
   * Fails on what axe finds, in one of the themes: about as many checks are made in the dark one as in the light one. With LONG=1 each is made in both.
   */
  checkAccessibility: CheckAccessibility
  /** A page in a browser context of its own, prepared like the first, as on another device. */
  newDevice(options?: BrowserContextOptions): Promise<Page>
  /** Fails the test on any error in the console or on the page that it did not allow. */
  consoleErrors: ConsoleErrors
}

export interface ConsoleErrors {
  /** Errors that match are part of the test. */
  allow(pattern: RegExp): void
}

export const test = base.extend<Fixtures>({
  context: async ({ context, baseURL }, use) => {
    await dismissNotices(context, baseURL ?? '')
    await use(context)
  },
  consoleErrors: [
    async ({ context }, use) => {
      const allowed: RegExp[] = []
      const errors = collectErrors(context)
      await use({ allow: (pattern) => allowed.push(pattern) })
      expect(errors.filter((error) => !allowed.some((pattern) => pattern.test(error)))).toEqual([])
    },
    { auto: true },
  ],
  newDevice: async ({ browser, baseURL }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ ...options, baseURL: baseURL ?? '' })
      contexts.push(context)
      await dismissNotices(context, baseURL ?? '')
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
  signIn: async ({ page }, use) => {
    await use((username, password) => signInOn(page, username, password))
  },
  signInByForm: async ({ page }, use) => {
    await use(async (username, password = DEMO_PASSWORD) => {
      if (!page.url().includes('/signin')) await page.goto('/signin')
      await page.getByLabel(/username or e-mail/i).fill(username)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL((url) => !url.pathname.startsWith('/signin'))
    })
  },
  // biome-ignore lint/correctness/noEmptyPattern: playwright reads a fixture's dependencies from this pattern.
  checkAccessibility: async ({}, use) => {
    await use((page, name) =>
      checkThemes(page, name, process.env.LONG ? ['light', 'dark'] : [name.length % 2 === 0 ? 'light' : 'dark']),
    )
  },
})

async function checkThemes(page: Page, name: string, themes: ('light' | 'dark')[]) {
  for (const [at, theme] of themes.entries()) {
    await setTheme(page, theme)
    expect.soft(await findViolations(page, { contrastAlone: at > 0 }), `${name}, ${theme}`).toEqual([])
  }
  await setTheme(page, 'light')
}

/** `signIn` for a page on another device. */
export const signInOn = (page: Page, username: string, password = DEMO_PASSWORD) =>
  signInTo(page, '', username, password)

export { DEMO_PASSWORD, expect }

/**
 * Opens an address of the app that is on the page, as a link would: loading the console again costs several times as much. A new
 * screen sets the title, so this waits for it.
 */
export async function openInApp(page: Page, address: string) {
  await page.evaluate((to) => {
    if (new URL(to, location.href).pathname !== location.pathname) document.title = ''
    history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)
  await expect(page, address).not.toHaveTitle('')
}

/**
 * Prepares a context: a client address of its own, because sign-ins are limited by address; the cookie notice accepted and the
 * banners dismissed, because they have tests of their own.
 */
export async function dismissNotices(context: BrowserContext, origin: string) {
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `127.${[...randomBytes(3)].join('.')}` })
  await context.addCookies([{ name: 'CookieConsent', value: 'true', url: origin }])
  const banners = await context.request.get(`${origin}/api/v1/banners`)
  const ids = ((await banners.json()) as { id: string }[]).map(({ id }) => id).join(',')
  await context.addInitScript((ids) => {
    if (!location.protocol.startsWith('http')) return // an empty page has no storage
    if (localStorage.getItem('dismissed_banners') === null) localStorage.setItem('dismissed_banners', ids)
  }, ids)
  // Another test may publish a banner meanwhile: the page closes it as soon as it appears. A locator handler would do so between two
  // steps, and on a busy machine a toast ends in that time.
  await context.addInitScript(() => {
    new MutationObserver(() => {
      if ('keepsBannersOpen' in window) return
      const buttons = document.querySelectorAll<HTMLButtonElement>('[role=dialog][aria-label=Announcement] button')
      for (const button of buttons) button.click()
    }).observe(document, { childList: true, subtree: true })
  })
}

/** For a test about banners, before the page is opened: those that appear are not closed. */
export async function keepBannersOpen(page: Page) {
  await page.addInitScript(() => Object.assign(window, { keepsBannersOpen: true }))
}

/** Shows a theme. */
async function setTheme(page: Page, theme: 'light' | 'dark') {
  await page.evaluate((value) => {
    localStorage.setItem('theme', value)
    document.documentElement.dataset.theme = value
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: value }))
  }, theme)
}

function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
  return errors
}
