import { expect, keepBannersOpen, test } from './fixtures.ts'

test('the cookie notice shows until it is accepted, and the answer is saved for 365 days', async ({
  page,
  context,
}) => {
  await context.clearCookies()
  await page.goto('/')
  const notice = page.getByText(
    'We use cookies to enhance the user experience. By using our website you agree to our use of cookies.',
  )
  await expect(notice).toBeVisible()
  await expect(page.getByRole('link', { name: 'Learn more' })).toHaveAttribute('href', '/privacy')
  await page.getByRole('button', { name: 'I understand' }).click()
  await expect(notice).toBeHidden()
  const cookie = (await context.cookies()).find(({ name }) => name === 'CookieConsent')
  expect(cookie?.value).toBe('true')
  expect(((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000).toBeCloseTo(365, 1)
})

test('a banner opens as a modal; “Don’t show again” hides it in later visits, and unticking brings it back', async ({
  page,
}) => {
  await keepBannersOpen(page)
  await page.addInitScript(() => {
    if (sessionStorage.getItem('began') === null) localStorage.setItem('dismissed_banners', '')
    sessionStorage.setItem('began', 'yes')
  })
  await page.goto('/')
  const banner = page.getByRole('dialog')
  await expect(banner).toBeVisible()
  const dismissed = () => page.evaluate(() => localStorage.getItem('dismissed_banners') ?? '')
  await banner.getByLabel("Don't show again").check()
  await expect.poll(dismissed).toMatch(/^[0-9a-f-]{36}$/)
  await banner.getByLabel("Don't show again").uncheck()
  await expect.poll(dismissed).not.toMatch(/[0-9a-f]/)
  await banner.getByLabel("Don't show again").check()
  await banner.getByRole('button', { name: /close/i }).click()
  await expect(banner).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner).toBeHidden()
})

test('the referrer of a visit is saved for six hours', async ({ page, context }) => {
  await page.goto('/?referrer=newsletter-7')
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === 'referrer')?.value)
    .toBe('newsletter-7')
  const cookie = (await context.cookies()).find(({ name }) => name === 'referrer')
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(21_500)
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(21_600)
})

test('the theme follows the system live until one is chosen, and the choice holds in both apps', async ({
  page,
  signIn,
}) => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect.poll(theme).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(theme).toBe('light')
  await page.getByRole('button', { name: /theme/i }).first().click()
  await expect.poll(theme).toBe('dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.goto('/signin?next=/admin')
  await signIn('admin')
  await page.waitForURL((url) => url.pathname.startsWith('/admin'))
  await expect.poll(theme).toBe('dark')
})

test('no visitor’s page calls anything outside our origin', async ({ page, baseURL }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (
      !request.url().startsWith(baseURL ?? '') &&
      !request.url().startsWith('data:') &&
      !request.url().startsWith('blob:')
    )
      foreign.push(request.url())
  })
  for (const path of ['/', '/courses', '/courses/aws-red-team-foundations', '/signin'])
    await page.goto(path, { waitUntil: 'load' })
  expect(foreign).toEqual([])
})
