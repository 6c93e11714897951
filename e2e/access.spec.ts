import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ACCOUNT_PASSWORD, createAccount } from './auth-steps.ts'
import { type CheckAccessibility, expect, openInApp, test } from './fixtures.ts'

interface Route {
  path: string
  access: 'public' | 'user' | 'admin'
  app: string
}

const published: Route[] = readFileSync(new URL('../packages/api-types/test/routes.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [path = '', access = 'public', app = ''] = line.split('\t')
    return { path, access: access as Route['access'], app }
  })

/** The address of a route, with something that exists in the demo for each parameter. */
const address = (path: string) =>
  path
    .replace(/^\/admin\/users\/\{username\}/, '/admin/users/learner')
    .replace(/^\/admin\/labs\/\{slug\}/, '/admin/labs/cross-account-trust')
    .replace(/^\/admin\/exams\/\{slug\}/, '/admin/exams/aws-red-team-expert')
    .replace(/^\/examroom\/\{slug\}/, '/examroom/aws-red-team-expert')
    .replace('{slug}', 'aws-red-team-foundations')
    .replace('{id}', 'unknown-certificate')

const public_ = published.filter((route) => route.access === 'public')
const user = published.filter((route) => route.access === 'user')
const admin = published.filter((route) => route.access === 'admin')

/** Takes the cookie away once no page can be answered any more: an answer that renews the session would set it again. */
async function endSession(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies({ name: 'flagyard-session' })
}

test.use({ checksContrast: true })

test('all 44 routes are known here', () => {
  expect([public_.length, user.length, admin.length]).toEqual([17, 10, 17])
})

/** The first route is loaded, unless the app is open, and the others are opened as a link would open them. The server answers each with a page of its own. */
async function openEach(
  page: Page,
  routes: { path: string; opened: string }[],
  checkAccessibility: CheckAccessibility,
) {
  for (const { path, opened } of routes) {
    if (page.url() === 'about:blank') await page.goto(opened)
    else {
      const expected = opened.includes('unknown') ? 404 : 200
      expect((await page.request.get(opened)).status(), path).toBe(expected)
      await openInApp(page, opened)
    }
    await expect(page.getByRole('main').getByRole('heading').first(), path).toBeVisible()
    expect(new URL(page.url()).pathname, path).toBe(opened)
    await checkAccessibility(page, path)
  }
}

test('public pages open for everybody, each with a heading, and axe finds nothing', async ({
  page,
  consoleErrors,
  checkAccessibility,
}) => {
  consoleErrors.allow(/404.*certificates\/unknown-certificate/)
  const routes = public_.map(({ path }) => ({ path, opened: address(path) }))
  await openEach(page, routes, checkAccessibility)
})

test('any other path shows the not-found screen', async ({ page, consoleErrors, checkAccessibility }) => {
  consoleErrors.allow(/404/)
  expect((await page.goto('/admin/no-such-page'))?.status()).toBe(404)
  await expect(page.getByText('Page not found')).toBeVisible()
  expect((await page.goto('/no/such/page'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/not found|does not exist|no page|nothing here/i).first()).toBeVisible()
  await checkAccessibility(page, 'not found')
})

test('a guarded route leads to /signin and back, and without the role to /unauthorized', async ({
  page,
  signInByForm,
}) => {
  // One route of each app: the page tests look at each of them (router.test, App.test).
  await page.goto('/vouchers?tab=given#top')
  await page.waitForURL((url) => url.pathname === '/signin')
  await signInByForm('learner')
  await page.waitForURL((url) => url.pathname + url.search + url.hash === '/vouchers?tab=given#top')
  await page.goto('/admin/users/learner')
  await page.waitForURL((url) => url.pathname === '/unauthorized')
  await endSession(page)
  await page.goto('/admin/users/learner?tab=labs')
  await page.waitForURL((url) => url.pathname === '/signin')
  await signInByForm('admin')
  await page.waitForURL((url) => url.pathname === '/admin/users/learner')
})

test('a learner’s routes open for a learner; axe finds nothing', async ({ page, signIn, checkAccessibility }) => {
  await signIn('learner')
  const routes = user.map(({ path }) => ({ path, opened: address(path) }))
  await openEach(page, routes, checkAccessibility)
})

test('the console’s routes open for an administrator; axe finds nothing', async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await signIn('admin')
  await page.goto('/admin/feedback_forms')
  const form = page.getByRole('main').getByRole('row').nth(1).getByRole('link').first()
  const formPath = (await form.getAttribute('href')) ?? ''
  const routes = admin.map(({ path }) => ({ path, opened: path.includes('{formId}') ? formPath : address(path) }))
  await openEach(page, routes, checkAccessibility)
})

test('a requested location that is not ours is never followed, to either app', async ({
  page,
  signInByForm,
  baseURL,
  consoleErrors,
}) => {
  consoleErrors.allow(/404/)
  await createAccount(page, 'redirecta')
  // The first is requested signed out, the others signed in.
  for (const [at, evil] of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/%5cevil.example',
    '/.//evil.example',
  ].entries()) {
    await page.goto(`/signin?next=${encodeURIComponent(evil)}`)
    if (at === 0) await signInByForm('redirecta', ACCOUNT_PASSWORD)
    await page.waitForURL((url) => url.pathname !== '/signin')
    expect(new URL(page.url()).origin, evil).toBe(baseURL)
    expect(new URL(page.url()).pathname, evil).not.toContain('evil')
  }

  // The browser itself loads a page of the console. The first of these is requested signed out, the others signed in.
  await endSession(page)
  for (const [at, evil] of [
    '/admin/..//evil.example',
    '/admin//evil.example',
    '/admin/\\evil.example',
    '/admin/..\\/evil.example',
    '/admin\n//evil.example',
    '/admin@evil.example',
  ].entries()) {
    await page.goto(`/signin?next=${encodeURIComponent(evil)}`)
    if (at === 0) await signInByForm('admin')
    await page.waitForURL((url) => url.pathname !== '/signin')
    await expect(page.getByRole('heading').first(), evil).toBeVisible()
    expect(new URL(page.url()).origin, evil).toBe(baseURL)
  }
  await endSession(page)
  await page.goto('/admin/users?next=//evil.example#//evil.example')
  await page.waitForURL((url) => url.pathname === '/signin')
  await signInByForm('admin')
  await page.waitForURL((url) => url.origin === baseURL && url.pathname === '/admin/users')
})
