import { gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { ACCOUNT_PASSWORD, emailOf } from './steps/auth.ts'
import { focusByKeyboard } from './steps/keyboard.ts'
import { findMailedLink } from './steps/mails.ts'
import { type CheckAccessibility, expect, test } from './support/fixtures.ts'
import { PHONE } from './support/viewports.ts'

test('a visitor’s first page is complete with at most 105 kB of JavaScript and no call to the API', async ({
  browser,
  baseURL,
}) => {
  // A context of its own, in which no notice was dismissed.
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const page = await context.newPage()
  const scripts: Promise<number>[] = []
  const apiCalls: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
    if (pathname.startsWith('/api/')) apiCalls.push(pathname)
  })
  await page.goto('/')
  await expect(page.locator('article').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start free' })).toBeVisible()
  // By the keyboard: a pointer would then hover over a course, whose data is fetched ahead of the click.
  await page.getByRole('button', { name: 'I understand' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Announcement' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(scripts)).reduce((sum, one) => sum + one, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(105_000)
  expect(apiCalls).toEqual([])
  await context.close()
})

test('the app replaces the text that a page comes with, once and without moving what is read', async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        const { shift = '0' } = document.documentElement.dataset
        document.documentElement.dataset.shift = String(Number(shift) + entry.value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/', '/courses', '/labs', '/courses/aws-red-team-foundations', '/faqs']) {
    // The code waits until the text is painted, as on a slow network.
    let start: () => void = () => {}
    const painted = new Promise<void>((resolve) => {
      start = resolve
    })
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await painted
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    const text = page.locator('main.page-text')
    await expect(text.getByRole('heading', { level: 1 }), path).toBeVisible()
    start()
    await expect(text, path).toHaveCount(0)
    await expect(page.locator('main#main h1'), path).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready)
    await expect(page.locator('main'), path).toHaveCount(1)
    await expect(page.locator('h1'), path).toHaveCount(1)
    expect(Number(await page.locator('html').getAttribute('data-shift')), path).toBeLessThan(0.01)
    await page.unroute(/\/assets\/.*\.js$/)
  }
})

test('the icon of the site is there for browsers that ask for favicon.ico', async ({ request }) => {
  const icon = await request.get('/favicon.ico')
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, expect.stringMatching(/^image\//)])
})

test('the source maps of both apps are not served', async ({ request }) => {
  for (const page of ['/', '/admin/']) {
    const html = await (await request.get(page)).text()
    const script = /src="([^"]+\.js)"/.exec(html)?.[1] ?? ''
    expect((await request.get(script)).status()).toBe(200)
    expect((await request.get(`${script}.map`)).status(), script).toBe(404)
  }
})

test('a page asks at once for all the code that it needs, and each file is there', async ({ request, page }) => {
  const course = '/courses/aws-red-team-foundations'
  for (const path of ['/', '/courses', course, '/bundles', '/signin', '/signup', '/start_free', '/contact', '/faqs']) {
    const html = await (await request.get(path)).text()
    const files = [...html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)"/g)].map(
      ([, file]) => file ?? '',
    )
    expect(files.length, path).toBeGreaterThan(0)
    for (const file of files) expect((await request.get(file)).status(), file).toBe(200)
  }
  const [html] = await Promise.all([(await request.get(course)).text(), page.goto(course)])
  await expect(page.getByRole('heading', { name: 'What you will be able to do' })).toBeVisible()
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  const later = asked.filter((file) => file.endsWith('.js') && !html.includes(`"${file}"`))
  // The renderer of long texts, whose tables scroll, and the banners come once the page is painted.
  expect(later.filter((file) => !/\/(Markdown|ScrollRegion|FetchedBanners)-/.test(file))).toEqual([])
})

/** How somebody acts on a page. */
interface Hands {
  press(target: Locator): Promise<void>
  tick(target: Locator): Promise<void>
  type(field: Locator, text: string): Promise<void>
}

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 }

test('from the first visit to the first lesson completed, on a phone on a slow network with reduced motion', {
  tag: '@long',
}, async ({ newDevice, checkAccessibility }) => {
  const phone = await newDevice({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  const devtools = await phone.context().newCDPSession(phone)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  const hands = {
    press: (target: Locator) => target.tap(),
    tick: (target: Locator) => target.check(),
    type: (field: Locator, text: string) => field.fill(text),
  }
  await completeFirstLesson(phone, hands, 'firstbytouch', checkAccessibility)
  const moving = await phone.evaluate(
    () => document.getAnimations().filter((one) => one.playState === 'running').length,
  )
  expect(moving, 'nothing moves').toBe(0)
})

test('from the first visit to the first lesson completed, with the keyboard only, with the focus visible at every step', async ({
  page,
  checkAccessibility,
}) => {
  const press = async (target: Locator) => {
    await focusByKeyboard(page, target)
    await page.keyboard.press('Enter')
  }
  const tick = async (target: Locator) => {
    await focusByKeyboard(page, target)
    await page.keyboard.press('Space')
  }
  const type = async (field: Locator, text: string) => {
    await focusByKeyboard(page, field)
    await page.keyboard.type(text)
  }
  await completeFirstLesson(page, { press, tick, type }, 'firstbykeys', checkAccessibility)
  await press(page.getByRole('button', { name: /your account/i }))
  await focusByKeyboard(page, page.getByRole('menuitem', { name: /profile/i }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

async function completeFirstLesson(
  page: Page,
  { press, tick, type }: Hands,
  username: string,
  checkAccessibility: CheckAccessibility,
) {
  const email = emailOf(username)
  const video = page.locator('video')
  const ended = () => video.evaluate((element: HTMLVideoElement) => element.ended)

  await test.step('finds a free lesson from the first page, and watches it without an account', async () => {
    await page.goto('/')
    await press(page.getByRole('link', { name: 'Start free' }).first())
    const lesson = page.getByRole('region', { name: 'Free lesson' })
    await press(lesson.getByRole('button', { name: 'Play', exact: true }))
    await expect.poll(ended, { timeout: 60_000 }).toBe(true)
    await checkAccessibility(page, 'a free lesson that has ended')
    await press(page.getByRole('link', { name: 'Create a free account' }))
  })

  await test.step('creates an account, and activates it', async () => {
    for (const [label, text] of [
      ['Your name', 'Some Body'],
      ['Username', username],
      ['E-mail address', email],
      ['Password', ACCOUNT_PASSWORD],
    ] as const)
      await type(page.getByLabel(label, { exact: label === 'Password' }), text)
    await tick(page.getByLabel(/terms/))
    await press(page.getByRole('button', { name: 'Create my account' }))
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    await page.goto(await findMailedLink(page, email, /\S+\/activate_account#token=\S+/))
    await press(page.getByRole('button', { name: 'Activate my account' }))
    await press(page.getByRole('main').getByRole('link', { name: 'Sign in' }))
  })

  await test.step('signs in, is led back to the lesson, and keeps what was watched', async () => {
    await type(page.getByLabel(/username or e-mail/i), email)
    await type(page.getByLabel('Password', { exact: true }), ACCOUNT_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/courses\/.*section=/)
    await press(page.getByRole('button', { name: 'Save to my account' }))
    await expect(page.getByText('What you watched is now in your account.')).toBeVisible()
  })

  await test.step('completes the lesson', async () => {
    const lesson = page.getByRole('region', { name: 'Free lesson' })
    const complete = lesson.getByText('Complete', { exact: true }).first()
    if (!(await complete.isVisible())) {
      await press(lesson.getByRole('button', { name: 'Play', exact: true }))
      await expect(complete).toBeVisible({ timeout: 60_000 })
    }
    await checkAccessibility(page, 'the first lesson is complete')
  })
}
