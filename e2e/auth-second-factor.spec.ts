import type { Page } from '@playwright/test'
import { ACCOUNT_PASSWORD, createAccount, signOut, submitPassword } from './auth-steps.ts'
import { addVirtualAuthenticator, totpCode } from './authenticators.ts'
import { type CheckAccessibility, expect, test } from './fixtures.ts'
import { listSubjects } from './mails.ts'
import { onDesktopAndPhone } from './viewports.ts'

test('an authenticator app is set up, signs in, is replaced by a recovery code, and is removed again', async ({
  page,
  signIn,
  signInByForm,
  consoleErrors,
  checkAccessibility,
}) => {
  // The browser logs a sign-in that needs a second step, and a code that was used.
  consoleErrors.allow(/401.*auth\/signin/)
  consoleErrors.allow(/422.*auth\/second_factor/)
  await createAccount(page, 'factora')
  await signIn('factora', ACCOUNT_PASSWORD)
  await page.goto('/profile?section=security')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByLabel('Enter your password to set up the app').fill(ACCOUNT_PASSWORD)
  await page.getByRole('button', { name: 'Show the key' }).click()
  await expect(page.getByRole('img', { name: 'The key below as a QR code' })).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'the key'))
  const key = (await page.getByText(/^([A-Z2-7]{4} ){3,}/).textContent())?.replaceAll(' ', '') ?? ''
  await page.getByLabel('Code from the app').fill(totpCode(key))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('listitem').filter({ hasText: /^(\w{4}-){3}\w{4}$/ })
  await expect(codes).toHaveCount(10)
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'recovery codes'))
  const recoveryCodes = await codes.allInnerTexts()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('flagyard-recovery-codes.txt')
  await page.getByRole('button', { name: 'I have saved them' }).click()

  await signOut(page)
  await submitPassword(page, 'factora')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'second step'))
  const code = totpCode(key, 30)
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/dashboard/)

  await signOut(page)
  await submitPassword(page, 'factora')
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/was already used/)).toBeVisible()
  await page.getByLabel('Code').fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/dashboard/)
  await page.goto('/profile?section=security')
  await expect(page.getByText('9 recovery codes left.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
  await confirmRemoval(page, recoveryCodes[1], checkAccessibility)
  expect(await listSubjects(page, 'factora@learners.example')).toEqual(SUBJECTS)
  await signOut(page)
  await signInByForm('factora', ACCOUNT_PASSWORD)
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(key)
})

test('a passkey is added, renamed, signs in, takes the place of a code, and once lost is replaced by a recovery code', async ({
  page,
  signIn,
  signInByForm,
  consoleErrors,
  checkAccessibility,
}) => {
  // The browser logs a sign-in that needs a second step.
  consoleErrors.allow(/401.*auth\/signin/)
  const device = await addVirtualAuthenticator(page)
  await createAccount(page, 'passkeya')
  await signIn('passkeya', ACCOUNT_PASSWORD)
  await page.goto('/profile?section=security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'adding a passkey'))
  await page.getByLabel('Passkey name').fill('Laptop')
  await page.getByLabel('Enter your password to add a passkey').fill(ACCOUNT_PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  const codes = page.getByRole('listitem').filter({ hasText: /^(\w{4}-){3}\w{4}$/ })
  await expect(codes).toHaveCount(10)
  const recoveryCodes = await codes.allInnerTexts()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Rename the passkey Laptop' }).click()
  await page.getByLabel('Passkey name').fill('Blue laptop')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await expect(page.getByText('Blue laptop')).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'a passkey on the profile'))

  await signOut(page)
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await page.waitForURL(/\/dashboard/)

  await signOut(page)
  await submitPassword(page, 'passkeya')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'second step with a passkey'))
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard/)

  await page.goto('/profile?section=email')
  await page.getByLabel('New e-mail address').fill('passkeya@new.example')
  await page.getByLabel('Enter your password to change your e-mail address').fill(ACCOUNT_PASSWORD)
  await page.getByRole('button', { name: 'Use a passkey to change your e-mail address' }).click()
  await expect(page.getByText('Your passkey was accepted.')).toBeVisible()
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByText(/is not confirmed yet/)).toBeVisible()

  await device.remove()
  await signOut(page)
  await submitPassword(page, 'passkeya')
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/dashboard/)
  await page.goto('/profile?section=security')
  await page.getByRole('button', { name: 'Remove the passkey Blue laptop' }).click()
  await confirmRemoval(page, recoveryCodes[1], checkAccessibility)
  expect(await listSubjects(page, 'passkeya@learners.example')).toEqual(SUBJECTS)
  await signOut(page)
  await signInByForm('passkeya', ACCOUNT_PASSWORD)
})

/** The mails about a second factor that was added, replaced by a recovery code twice and removed; newest first. */
const SUBJECTS = [
  'Your account no longer has a second factor',
  'One of your recovery codes was used',
  'One of your recovery codes was used',
  'A second factor was added to your account',
  'Activate your Flagyard account',
]

/** Confirms the removal of the last second factor by the password and a recovery code. */
async function confirmRemoval(page: Page, recoveryCode: string | undefined, checkAccessibility: CheckAccessibility) {
  await page.getByLabel('Enter your password to change your second factor').fill(ACCOUNT_PASSWORD)
  await page.getByLabel(/^Enter a (recovery )?code to change your second factor/).fill(recoveryCode ?? '')
  await checkAccessibility(page, 'removing a second factor')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Your second factor is off.')).toBeVisible()
}
