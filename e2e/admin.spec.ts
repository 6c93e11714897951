import type { Page } from '@playwright/test'
import { ACCOUNT_PASSWORD, createAccount } from './auth-steps.ts'
import { expect, keepBannersOpen, signInOn, test } from './fixtures.ts'
import { onDesktopAndPhone } from './viewports.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('half an e-mail address and the keyboard lead to a learner, and to why a course opens or does not', async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await signIn('admin')
  await page.goto('/admin/audit')
  await expect(heading(page)).toHaveText('Audit log')
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search everything' })
  await expect(box).toBeFocused()
  await page.keyboard.type('learner@')
  await expect(page.getByRole('group', { name: 'Users' }).getByRole('option').first()).toBeVisible()
  await checkAccessibility(page, 'search')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/users\/learner$/)

  const profile = page.getByRole('tab', { name: 'Profile' })
  await profile.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Timeline' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Account created')).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'timeline'))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/entitlements$/)
  const why = page.getByRole('combobox', { name: 'Check access' })
  await why.click()
  await page.getByRole('option').nth(1).click()
  await expect(page.getByText('Has access', { exact: true }).or(page.getByText('No access')).first()).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'entitlements'))
  for (const tab of [
    'Progress',
    'Deployments',
    'Exams',
    'Vouchers',
    'Certificates',
    'Orders',
    'E-mails',
    'Sessions',
    'Audit log',
  ]) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel').getByText(/Loading|could not load/)).toHaveCount(0)
  }

  await page.goto('/admin/users?referrer=partner')
  await expect(heading(page)).toHaveText('Users')
  const saved = (await page.context().cookies()).find(({ name }) => name === 'referrer')
  expect(saved?.value).toBe('partner')
})

test('support sees the app as a learner, read-only, and ends the learner’s sessions', async ({
  page,
  newDevice,
  signIn,
  checkAccessibility,
}) => {
  // An account of its own, because its sessions are ended below.
  const username = 'impersonated'
  await createAccount(page, username)
  const learner = await newDevice()
  await signInOn(learner, username, ACCOUNT_PASSWORD)

  await signIn('admin')
  await page.goto(`/admin/users/${username}`)
  const startView = async () => {
    await page.getByRole('button', { name: 'View as…' }).click()
    await page.getByLabel('Reason').fill('A course that does not open')
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Open tab' }).click()
    const view = await opening
    return { view, bar: view.getByRole('complementary', { name: 'Viewing as a learner' }) }
  }
  const { view: learnerView, bar } = await startView()
  await expect(bar).toContainText(`You are viewing this as ${username}, read-only, until`)
  expect(learnerView.url()).not.toContain('impersonation')
  await onDesktopAndPhone(learnerView, () => checkAccessibility(learnerView, 'viewed as a learner'))
  await learnerView.getByRole('link', { name: 'Browse courses' }).first().click()
  await expect(bar).toBeVisible()

  await learner.goto('/profile?section=security')
  await expect(learner.getByText('admin from our support team is viewing your account, read-only')).toBeVisible()
  // Loaded again, the tab shows nothing of the administrator's own, and the learner sees that nobody looks on any more.
  const ended = learnerView.getByRole('heading', { level: 1, name: `You are no longer viewing as ${username}` })
  await learnerView.reload()
  await expect(ended).toBeAttached()
  await learnerView.goto('/dashboard')
  await expect(ended).toBeAttached()
  await onDesktopAndPhone(learnerView, () => checkAccessibility(learnerView, 'no longer viewed as a learner'))
  await expect(async () => {
    await learner.reload()
    await expect(learner.getByText('This device')).toBeVisible()
    await expect(learner.getByText('admin from our support team is viewing your account, read-only')).toHaveCount(0)
  }).toPass()
  const again = await startView()
  await again.bar.getByRole('button', { name: 'End' }).click()
  await expect(again.bar).toHaveCount(0)
  // The administrator's own tab is still signed in.
  await page.reload()
  await page.getByRole('tab', { name: 'Sessions' }).click()
  await expect(page.getByText('ended by the administrator')).toHaveCount(2)

  await page.getByRole('button', { name: 'End all…' }).click()
  await page.getByRole('button', { name: 'End all sessions' }).click()
  await expect(page.getByText(`All sessions of ${username} ended`)).toBeVisible()
  await learner.goto('/profile')
  await learner.waitForURL(/\/signin/)
})

test('a banner is created, previewed, shown to a visitor and removed', async ({
  page,
  newDevice,
  signIn,
  checkAccessibility,
  consoleErrors,
}) => {
  consoleErrors.allow(/422.*admin\/banners/)
  const message = 'Meet us at the conference in March'
  await keepBannersOpen(page)
  await signIn('admin')
  await page.goto('/admin/banners')
  await expect(heading(page)).toHaveText('Banners')
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'banners'))
  await page.getByRole('link', { name: 'New banner' }).click()
  await expect(heading(page)).toHaveText('New banner')
  await page.getByLabel('Message').fill(message)
  await page.getByLabel(/^Link/).fill('javascript:alert(1)')
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'new banner'))
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Announcement' })
  await expect(preview).toContainText(message)
  await preview.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Use an address that begins with https/)).toBeVisible()
  await page.getByLabel(/^Link/).fill('/courses')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/admin\/banners$/)

  const home = await newDevice()
  await keepBannersOpen(home, message)
  await home.goto('/')
  await expect(home.getByRole('dialog', { name: 'Announcement' })).toContainText(message)

  await page.getByRole('link', { name: message }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/banners$/)
  await expect(page.getByRole('link', { name: message })).toHaveCount(0)
})
