import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ACCOUNT_PASSWORD, createAccount, signInByForm } from './steps/auth.ts'
import { type CheckAccessibility, DEMO_PASSWORD, expect, openInApp, test } from './support/fixtures.ts'

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

test.use({ checksRoutes: true })

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

test('a guarded route leads to /signin and back, and without the role to /unauthorized', async ({ page, baseURL }) => {
  // One route of each app: the page tests look at each of them (router.test, App.test).
  await page.goto('/vouchers?tab=given#top')
  await page.waitForURL((url) => url.pathname === '/signin')
  await signInByForm(page, 'learner')
  await page.waitForURL((url) => url.pathname + url.search + url.hash === '/vouchers?tab=given#top')
  await page.goto('/admin/users/learner')
  await page.waitForURL((url) => url.pathname === '/unauthorized')
  await endSession(page)
  await page.goto('/admin/users?next=//evil.example#//evil.example')
  await page.waitForURL((url) => url.pathname === '/signin')
  await signInByForm(page, 'admin')
  await page.waitForURL((url) => url.origin === baseURL && url.pathname === '/admin/users')
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
  baseURL,
  consoleErrors,
}) => {
  consoleErrors.allow(/404/)
  await createAccount(page, 'redirecta')
  // A late response to the previous test, which used the same context, may have set its session cookie again.
  await endSession(page)
  // requested-location.test.ts refuses every kind. These are two that a browser reads as another host: the first signed out, the next signed in.
  const follow = async (evil: string, username: string, password?: string) => {
    await page.goto(`/signin?next=${encodeURIComponent(evil)}`)
    if (password) await signInByForm(page, username, password)
    await page.waitForURL((url) => url.pathname !== '/signin')
    await expect(page.getByRole('heading').first(), evil).toBeVisible()
    expect(new URL(page.url()).origin, evil).toBe(baseURL)
    return new URL(page.url()).pathname
  }
  expect(await follow('/\\evil.example', 'redirecta', ACCOUNT_PASSWORD)).not.toContain('evil')
  expect(await follow('/\t/evil.example', 'redirecta')).not.toContain('evil')
  // The browser itself loads a page of the console.
  await endSession(page)
  await follow('/admin/..//evil.example', 'admin', DEMO_PASSWORD)
  await follow('/admin/..\\/evil.example', 'admin')
})
