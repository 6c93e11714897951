import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { findViolations } from './axe.ts'
import { DEMO_PASSWORD } from './demo.ts'
import { type Call, signInTo } from './running-demo.ts'

export type CheckAccessibility = (page: Page, name: string) => Promise<void>

interface Fixtures {
  /** Signs in by the same call as the form. The next page that opens is signed in. */
  signIn(username: string, password?: string): Promise<Call>
  /** Signs in without a page. */
  apiAs(username: string, password?: string): Promise<Call>
  /**
   * Fails on what axe finds on every route (access.spec.ts). With LONG=1 also in the dialogs and states of other journeys, and then with the
   * contrast, which takes half of its time, in both themes. The contrast of all pairs of colors has a test of its own.
   */
  checkAccessibility: CheckAccessibility
  /** On for the tests that open every route. */
  checksRoutes: boolean
  /** A page in a browser context of its own, as on another device. `page` is the first. */
  newDevice(options?: BrowserContextOptions): Promise<Page>
  /** Fails the test on any error in the console or on the page that it did not allow. */
  consoleErrors: ConsoleErrors
}

export interface ConsoleErrors {
  /** Errors that match are part of the test. */
  allow(pattern: RegExp): void
}

interface WorkerFixtures {
  /** Begins once the server is ready. Contexts that no test has now. Their caches are kept: the console loads in two thirds of the processor time. */
  idle: BrowserContext[]
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  idle: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright reads a fixture's dependencies from this pattern.
    async ({}, use, { project }) => {
      const ready = () =>
        fetch(new URL('/readyz', project.use.baseURL)).then(
          ({ ok }) => ok,
          () => false,
        )
      while (!(await ready())) await pause(200)
      await use([])
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  newDevice: async ({ browser, baseURL: origin, idle }, use) => {
    const baseURL = origin ?? ''
    const devices: { context: BrowserContext; isShared: boolean }[] = []
    await use(async (options) => {
      const context =
        (!options && idle.pop()) || (await closeBanners(await browser.newContext({ ...options, baseURL })))
      devices.push({ context, isShared: !options })
      return openFirstPage(context, baseURL)
    })
    for (const { context, isShared } of devices.toReversed()) {
      if (isShared) idle.push(await leave(context))
      else await context.close()
    }
  },
  page: async ({ newDevice }, use) => use(await newDevice()),
  context: async ({ page }, use) => use(page.context()),
  consoleErrors: [
    async ({ context }, use) => {
      // The first lab of an account is refused until its rules are accepted. A killed process leaves its last responses unfinished.
      const allowed = [/409.*\/labs\/deploy\//, ...(process.env.REPLICAS ? [/status of 50[234]|net::ERR_/] : [])]
      const errors = collectErrors(context)
      await use({ allow: (pattern) => allowed.push(pattern) })
      expect(errors.filter((error) => !allowed.some((pattern) => pattern.test(error)))).toEqual([])
    },
    { auto: true },
  ],
  signIn: async ({ page }, use) => {
    await use((username, password) => signInOn(page, username, password))
  },
  apiAs: async ({ playwright, baseURL }, use) => {
    const contexts: APIRequestContext[] = []
    await use(async (username, password = DEMO_PASSWORD) => {
      const context = await playwright.request.newContext({
        baseURL: baseURL ?? '',
        extraHTTPHeaders: addressOfClient(),
      })
      contexts.push(context)
      return signInTo(context, '', username, password)
    })
    for (const context of contexts) await context.dispose()
  },
  checksRoutes: [false, { option: true }],
  checkAccessibility: async ({ checksRoutes }, use) => {
    await use(async (page, name) => {
      const expectNothing = async (rules: Parameters<typeof findViolations>[1], theme = 'light') =>
        expect.soft(await findViolations(page, rules), `${name}, ${theme}`).toEqual([])
      if (!process.env.LONG) {
        if (!checksRoutes) return
        // axe ignores what has no opacity.
        await page.evaluate(() => document.documentElement.style.setProperty('opacity', '1', 'important'))
        return expectNothing('all but contrast')
      }
      await expectNothing('all')
      await setTheme(page, 'dark')
      await expectNothing('contrast', 'dark')
      await setTheme(page, 'light')
    })
  },
})

/** `signIn` for a page on another device. */
export const signInOn = (page: Page, username: string, password = DEMO_PASSWORD) =>
  signInTo(page.request, '', username, password)

export { type Call, DEMO_PASSWORD, expect }

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

/** A client address of its own, because sign-ins are limited by address. */
const addressOfClient = () => ({ 'x-forwarded-for': `127.${[...randomBytes(3)].join('.')}` })

/** The first page of a context that nothing is stored in. The cookie notice is accepted: it has tests of its own. */
async function openFirstPage(context: BrowserContext, origin: string): Promise<Page> {
  // Again, because a late response may have set a cookie after the previous test cleared them.
  await context.clearCookies()
  await context.setExtraHTTPHeaders(addressOfClient())
  await context.addCookies([{ name: 'CookieConsent', value: 'true', url: origin }])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers'
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await devtools.detach()
  return page
}

/** Leaves a context to the next test. No page is there any more whose answer could set a cookie after they are cleared. */
async function leave(context: BrowserContext): Promise<BrowserContext> {
  await Promise.all(context.pages().map((page) => page.close()))
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of ['console', 'weberror', 'request', 'response']) context.removeAllListeners(event)
  await context.clearCookies()
  return context
}

/**
 * Dismisses the banners, which have tests of their own, and closes those that another test publishes meanwhile as soon as they appear. A
 * locator handler would do so between two steps, and on a busy machine a toast ends in that time.
 */
async function closeBanners(context: BrowserContext): Promise<BrowserContext> {
  await context.addInitScript(dismissBanners, await listBanners(context.request))
  // Drawing pages in software takes a tenth of the processor time. The long tests check contrast, which needs them drawn.
  if (!process.env.LONG) {
    await context.addInitScript(() => {
      const undrawn = new CSSStyleSheet()
      undrawn.replaceSync('html { opacity: 0 }')
      document.adoptedStyleSheets.push(undrawn)
    })
  }
  await context.addInitScript(() => {
    new MutationObserver(() => {
      if ('keepsBannersOpen' in window) return
      const buttons = document.querySelectorAll<HTMLButtonElement>('[role=dialog][aria-label=Announcement] button')
      for (const button of buttons) button.click()
    }).observe(document, { childList: true, subtree: true })
  })
  return context
}

/** For a test about banners, before the page is opened: those that appear later are not closed, nor the one that says `shown`. */
export async function keepBannersOpen(page: Page, shown?: string) {
  const others = (await listBanners(page.request)).filter(({ content }) => content !== shown)
  await page.addInitScript(() => Object.assign(window, { keepsBannersOpen: true }))
  await page.addInitScript(dismissBanners, others)
}

interface Banner {
  id: string
  content: string
}

const listBanners = async (request: APIRequestContext): Promise<Banner[]> =>
  (await request.get('/api/v1/banners')).json()

function dismissBanners(banners: Banner[]) {
  if (!location.protocol.startsWith('http')) return // an empty page has no storage
  localStorage.setItem('dismissed_banners', banners.map(({ id }) => id).join(','))
}

/** Shows a theme. */
async function setTheme(page: Page, theme: string) {
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
