import { ApiError } from '@flagyard/api-types'
import { acceptCookies, readConsent } from '@flagyard/ui/consent'
import { countOpenDialog } from '@flagyard/ui/open-dialogs'
import { followTheme } from '@flagyard/ui/theme'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../test/app.tsx'
import { routeOf } from '../app/routes.ts'

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const announcement = () => page.getByRole('dialog', { name: 'Announcement' })
const banner = (number: number) => ({ id: id(number), link: null, content: `Banner ${number}` })

test('the cookie notice shows while the consent cookie is absent, and leaves when accepted', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the test removes what an earlier test has accepted.
  document.cookie = 'CookieConsent=; Max-Age=0; Path=/'
  readConsent()
  await open('/terms')
  await page.getByRole('button', { name: 'I understand' }).click()
  await expect.element(page.getByRole('button', { name: 'I understand' })).not.toBeInTheDocument()
  expect(document.cookie).toContain('CookieConsent=true')
})

test('banners show one after the other, without those dismissed earlier', async () => {
  acceptCookies()
  localStorage.setItem('dismissed_banners', id(1))
  await open('/terms', { answers: { listBanners: [banner(1), banner(2), banner(3)] } })
  await expect.element(page.getByText('Banner 2')).toBeVisible()
  await page.getByRole('checkbox', { name: "Don't show again" }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByText('Banner 3')).toBeVisible()
  expect(localStorage.getItem('dismissed_banners')).toBe(`${id(1)},${id(2)}`)
  expect(document.body.textContent).not.toContain('Banner 1')
})

test('a banner that was closed does not come back in this browser, though its box was not ticked', async () => {
  acceptCookies()
  const { unmount } = await open('/terms', { answers: { listBanners: [banner(1)] } })
  await announcement().getByRole('button', { name: 'Close' }).click()
  await expect.element(announcement()).not.toBeInTheDocument()
  expect(localStorage.getItem('dismissed_banners')).toBeNull()
  await unmount()
  sessionStorage.clear() // as in a new tab
  await open('/faqs', { answers: { listBanners: [banner(1), banner(2)] } })
  await expect.element(page.getByText('Banner 2')).toBeVisible()
  expect(document.body.textContent).not.toContain('Banner 1')
})

test('the cookie notice comes first, and the banner only after its answer', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the test removes what an earlier test has accepted.
  document.cookie = 'CookieConsent=; Max-Age=0; Path=/'
  readConsent()
  const { inputsOf } = await open('/terms', { answers: { listBanners: [banner(1)] } })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(inputsOf('listBanners')).toEqual([])
  await page.getByRole('button', { name: 'I understand' }).click()
  await expect.element(announcement()).toBeVisible()
})

test('a banner waits while another dialog is open', async () => {
  acceptCookies()
  await open('/terms', { answers: { listBanners: [banner(1)] } })
  await expect.element(announcement()).toBeVisible()
  const uncount = countOpenDialog()
  await expect.element(announcement()).not.toBeInTheDocument()
  uncount()
  await expect.element(announcement()).toBeVisible()
})

test.each([
  '/signin',
  '/signin?next=/admin',
  '/signup',
  '/forgot_password',
  '/reset_password',
  '/activate_account',
  '/inactive_account',
  '/certificates/FY-0000-0000',
  '/classroom/a-course',
  '/examroom/an-exam',
  '/checkout/00000000-0000-4000-8000-000000000009',
  '/activate_voucher',
  '/dashboard',
])('no banner is asked for at %s', (address) => {
  const route = routeOf(new URL(address, location.origin).pathname)
  expect(route).toBeDefined()
  expect(route?.banners).toBeUndefined()
})

test('no banner opens over the sign-in form', async () => {
  acceptCookies()
  const { inputsOf } = await open('/signin', { answers: { listBanners: [banner(1)] } })
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(inputsOf('listBanners')).toEqual([])
  await expect.element(announcement()).not.toBeInTheDocument()
})

test.each([
  ['/faqs', '/signin?next=%2Ffaqs'],
  ['/', '/signin'],
])('from %s the header’s sign-in leads to %s', async (address, target) => {
  await page.viewport(1280, 800)
  await open(address)
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', target)
})

test('the theme is chosen in the header, and the device’s is followed again', async () => {
  onTestFinished(followTheme())
  localStorage.setItem('theme', 'light')
  dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  await open('/terms')
  await page.getByRole('button', { name: 'Use the dark theme' }).click()
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  await page.getByRole('button', { name: 'Use the theme of this device' }).click()
  expect(localStorage.getItem('theme')).toBeNull()
  await expect.element(page.getByRole('button', { name: /^Use the (dark|light) theme$/ })).toBeVisible()
})

test('signing out leads to the home page, and a toast confirms it', async () => {
  const { path } = await open('/terms', { as: sessionOf(), answers: { signout: null, listCourses: [] } })
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect.element(page.getByText('You are signed out.')).toBeVisible()
  expect(path()).toBe('/')
})

test('a sign-out that did not reach the server says that one is still signed in', async () => {
  await open('/terms', { as: sessionOf(), answers: { signout: new ApiError('unexpected', 'No'), listCourses: [] } })
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect
    .element(page.getByText('We could not reach the server: you are still signed in. Try again.'))
    .toBeVisible()
})

test('the menu leads administrators to the console', async () => {
  await open('/terms', { as: sessionOf({ roles: ['user', 'admin'] }) })
  await page.getByRole('button', { name: /Your account/ }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Administration' })).toHaveAttribute('href', '/admin')
})
