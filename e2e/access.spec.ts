import { readFileSync } from 'node:fs'
import { ACCOUNT_PASSWORD, createAccount } from './auth-steps.ts'
import { expect, test } from './fixtures.ts'

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

test('all 44 routes are known here', () => {
  expect([public_.length, user.length, admin.length]).toEqual([17, 10, 17])
})

test('public pages open for everybody, each with a heading, and axe finds nothing', async ({
  page,
  consoleErrors,
  checkAccessibility,
}) => {
  consoleErrors.allow(/404.*certificates\/unknown-certificate/)
  for (const { path } of public_) {
    await page.goto(address(path))
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    expect(new URL(page.url()).pathname, path).toBe(address(path))
    await checkAccessibility(page, path)
  }
})

test('any other path shows the not-found screen', async ({ page, consoleErrors, checkAccessibility }) => {
  consoleErrors.allow(/404/)
  expect((await page.goto('/admin/no-such-page'))?.status()).toBe(404)
  await expect(page.getByText('There is no such page')).toBeVisible()
  expect((await page.goto('/no/such/page'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/not found|does not exist|no page|nothing here/i).first()).toBeVisible()
  await checkAccessibility(page, 'not found')
})

test('signed out, a guarded route leads to /signin, and signing in leads back', async ({ page, signInByForm }) => {
  // One route of each app: the page tests look at each of them (router.test, App.test).
  await page.goto('/admin/users/learner?tab=labs')
  await page.waitForURL((url) => url.pathname === '/signin')
  await page.goto('/vouchers?tab=given#top')
  await page.waitForURL((url) => url.pathname === '/signin')
  await signInByForm('learner')
  await page.waitForURL((url) => url.pathname + url.search + url.hash === '/vouchers?tab=given#top')
})

test('the requested location is carried from the console to /signin and back', async ({ page, signInByForm }) => {
  await page.goto('/admin/users/learner')
  await page.waitForURL((url) => url.pathname === '/signin')
  await signInByForm('admin')
  await page.waitForURL((url) => url.pathname === '/admin/users/learner')
})

test('signed in without the role, an administrator’s route leads to /unauthorized', async ({ page, signInByForm }) => {
  await signInByForm('learner')
  // One of them, and the console’s first page: the page tests look at each of them (App.test).
  for (const path of ['/admin', '/admin/users/learner']) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/unauthorized')
  }
})

test('a learner’s routes open for a learner; axe finds nothing', async ({ page, signInByForm, checkAccessibility }) => {
  await signInByForm('learner')
  for (const { path } of user) {
    await page.goto(address(path))
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    expect(new URL(page.url()).pathname, path).toBe(address(path))
    await checkAccessibility(page, path)
  }
})

test('the console’s routes open for an administrator; axe finds nothing', async ({
  page,
  request,
  signInByForm,
  checkAccessibility,
}) => {
  await signInByForm('admin')
  await page.goto('/admin/feedback_forms')
  const form = page.getByRole('main').getByRole('row').nth(1).getByRole('link').first()
  const formPath = (await form.getAttribute('href')) ?? ''
  for (const { path } of admin) {
    const opened = path.includes('{formId}') ? formPath : address(path)
    expect((await request.get(opened)).ok(), path).toBe(true)
    // As a link would: to load the console anew at each address takes longer than all that is looked at.
    await page.evaluate((to) => {
      document.title = ''
      history.pushState(null, '', to)
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, opened)
    // The screen gives the title anew.
    await expect(page, path).not.toHaveTitle('')
    await expect(page.getByRole('main').getByRole('heading').first(), path).toBeVisible()
    expect(new URL(page.url()).pathname, path).toBe(opened)
    await checkAccessibility(page, path)
  }
})

test('a requested location that is not ours is never followed, to either app', async ({
  page,
  signInByForm,
  baseURL,
  consoleErrors,
}) => {
  consoleErrors.allow(/404/)
  await createAccount(page, 'redirecta')
  for (const evil of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/%5cevil.example',
    '/.//evil.example',
  ]) {
    await page.context().clearCookies({ name: 'flagyard-session' })
    await page.goto(`/signin?next=${encodeURIComponent(evil)}`)
    await signInByForm('redirecta', ACCOUNT_PASSWORD)
    expect(new URL(page.url()).origin, evil).toBe(baseURL)
    expect(new URL(page.url()).pathname, evil).not.toContain('evil')
  }

  // The browser itself loads a page of the console. The first of these is requested signed out, the others signed in.
  await page.context().clearCookies({ name: 'flagyard-session' })
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
  await page.context().clearCookies({ name: 'flagyard-session' })
  await page.goto('/admin/users?next=//evil.example#//evil.example')
  await page.waitForURL((url) => url.pathname === '/signin')
  await signInByForm('admin')
  await page.waitForURL((url) => url.origin === baseURL && url.pathname === '/admin/users')
})
