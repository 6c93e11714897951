import type { Locator } from '@playwright/test'
import { activeAccount, mailedLink, moveTo, onDesktopAndPhone, PHRASE, passwordStep } from './account-steps.ts'
import { answerNotices, expect, test } from './fixtures.ts'

test('sign-up to profile by keyboard alone, with the focus seen at every step', async ({ page }) => {
  const type = async (field: Locator, text: string) => {
    await moveTo(page, field)
    await page.keyboard.type(text)
  }
  await page.goto('/signup')
  await type(page.getByLabel('Your name'), 'Keya Board')
  await type(page.getByLabel('E-mail address'), 'keya@learners.example')
  await type(page.getByLabel('Username'), 'keya')
  await type(page.getByLabel('Password', { exact: true }), PHRASE)
  await moveTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await moveTo(page, page.getByRole('button', { name: 'Create my account' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await page.goto(await mailedLink(page, 'keya@learners.example', /\S+\/activate_account#token=\S+/))
  await moveTo(page, page.getByRole('button', { name: 'Activate my account' }))
  await page.keyboard.press('Enter')
  await moveTo(page, page.getByRole('main').getByRole('link', { name: 'Sign in' }))
  await page.keyboard.press('Enter')
  await type(page.getByLabel(/username or e-mail/i), 'keya')
  await type(page.getByLabel('Password', { exact: true }), PHRASE)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard/)
  await moveTo(page, page.getByRole('button', { name: /your account/i }))
  await page.keyboard.press('Enter')
  const profile = page.getByRole('menuitem', { name: /profile/i })
  await moveTo(page, profile, 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

test('requirement 32: another e-mail address: confirmed at the new one, undone from the old one', async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await activeAccount(page, 'movera')
  await signIn('movera', PHRASE)
  await page.goto('/profile')
  await page.getByLabel('New e-mail address').fill('movera@new.example')
  await page.getByLabel('Enter your password to change your e-mail address').fill(PHRASE)
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByText(/is not confirmed yet/)).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'a pending address'))
  await page.goto(await mailedLink(page, 'movera@new.example', /\S+\/confirm_email#token=\S+/))
  await checkAccessibility(page, 'confirm')
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { name: 'Your e-mail address was changed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await expect(page.getByText('movera@new.example').first()).toBeVisible()

  await page.goto(await mailedLink(page, 'movera@learners.example', /\S+\/undo_email#token=\S+/))
  await checkAccessibility(page, 'undo')
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByRole('heading', { name: 'Your address is back' })).toBeVisible()
  await page.goto('/profile')
  await page.waitForURL(/\/signin/)
})

test('requirement 32: a device that I end on the profile is signed out at its next step', async ({
  page,
  browser,
  baseURL,
  signIn,
}) => {
  await activeAccount(page, 'devica')
  const device = await browser.newContext({ baseURL: baseURL ?? '' })
  await answerNotices(device, baseURL ?? '')
  const other = await device.newPage()
  await passwordStep(other, 'devica')
  await other.waitForURL(/\/dashboard/)
  await signIn('devica', PHRASE)
  await page.goto('/profile')
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await expect(page.getByText(/is signed out\./)).toBeVisible()
  await other.goto('/profile')
  await other.waitForURL(/\/signin/)
  await other.context().close()
  await page.reload()
  await expect(page.getByText('This device')).toBeVisible()
})
