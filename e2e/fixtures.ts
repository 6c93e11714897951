import { randomBytes } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { PASSWORD } from './accounts.ts'

interface Fixtures {
  /** Signs in through the form; the page then stands where the sign-in led. */
  signIn(username: string, password?: string): Promise<void>
  /** Fails on what axe finds, in both themes. */
  checkAccessibility(page: Page, what: string): Promise<void>
  /** Any unannounced console error or page error fails the test. */
  console: ConsoleWatch
}

export interface ConsoleWatch {
  /** The next errors of this kind are part of the story. */
  expect(pattern: RegExp): void
}

export const test = base.extend<Fixtures>({
  context: async ({ context, baseURL }, use) => {
    await answerNotices(context, baseURL ?? '')
    await use(context)
  },
  console: [
    async ({ context }, use) => {
      const expected: RegExp[] = []
      const errors = watch(context)
      await use({ expect: (pattern) => expected.push(pattern) })
      expect(errors.filter((error) => !expected.some((pattern) => pattern.test(error)))).toEqual([])
    },
    { auto: true },
  ],
  signIn: async ({ page }, use) => {
    await use(async (username, password = PASSWORD) => {
      if (!page.url().includes('/signin')) await page.goto('/signin')
      await page.getByLabel(/username or e-mail/i).fill(username)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL((url) => !url.pathname.startsWith('/signin'))
    })
  },
  // biome-ignore lint/correctness/noEmptyPattern: playwright reads a fixture's dependencies from this pattern.
  checkAccessibility: async ({}, use) => {
    await use(async (page, what) => {
      for (const theme of ['light', 'dark'] as const) {
        await setTheme(page, theme)
        // No frames of ours come from elsewhere, so axe may work in the page itself: the same findings in a quarter of the time.
        const { violations } = await new AxeBuilder({ page })
          .setLegacyMode(true)
          .options({ resultTypes: ['violations'] })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
          .analyze()
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
        )
        expect.soft(found, `${what}, ${theme}`).toEqual([])
      }
      await setTheme(page, 'light')
    })
  },
})

export { expect, PASSWORD }

/** As through a proxy, from a loopback address of its own; notice and banners, tested on their own, were answered before. */
export async function answerNotices(context: BrowserContext, origin: string) {
  // Another journey may publish a banner meanwhile: whoever is not here for it closes it, as a person would.
  context.on('page', (page) => {
    closing.set(
      page,
      page.addLocatorHandler(banner(page), () => closeBanner(page)),
    )
  })
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `127.${[...randomBytes(3)].join('.')}` })
  await context.addCookies([{ name: 'CookieConsent', value: 'true', url: origin }])
  const banners = await context.request.get(`${origin}/api/v1/banners`)
  const seen = ((await banners.json()) as { id: string }[]).map(({ id }) => id).join(',')
  await context.addInitScript((ids) => {
    if (!location.protocol.startsWith('http')) return // a frame of axe's own has no storage
    if (localStorage.getItem('dismissed_banners') === null) localStorage.setItem('dismissed_banners', ids)
  }, seen)
}

const closing = new WeakMap<Page, Promise<void>>()
const banner = (page: Page) => page.getByRole('dialog', { name: 'Announcement' })
const closeBanner = (page: Page) => banner(page).getByRole('button', { name: 'Close' }).click()

/** For a journey about banners: what comes up stays up. */
export async function leaveBanners(page: Page) {
  await closing.get(page)
  await page.removeLocatorHandler(banner(page))
}

/** Sets the attribute that the theme sets, and waits until colours have stopped moving. */
async function setTheme(page: Page, theme: 'light' | 'dark') {
  await page.evaluate((value) => {
    localStorage.setItem('theme', value)
    document.documentElement.dataset.theme = value
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: value }))
  }, theme)
  await page.evaluate(() => {
    // What stands in a closed <details> stands still, and would be waited for in vain.
    const moving = document.getAnimations().filter(({ effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null
      return target === null || target.checkVisibility()
    })
    return Promise.all(moving.map((animation) => animation.finished.catch(() => null)))
  })
}

function watch(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
  return errors
}
