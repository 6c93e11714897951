import {
  activeAccount,
  codeOf,
  onDesktopAndPhone,
  PHRASE,
  passwordStep,
  signOut,
  subjectsTo,
  virtualAuthenticator,
} from './account-steps.ts'
import { expect, test } from './fixtures.ts'

test('requirement 25: an authenticator app, its recovery codes, a lost one, and the way back to a password alone', async ({
  page,
  signIn,
  console: consoleErrors,
  checkAccessibility,
}) => {
  // What a browser notes of a first step that needs a second, and of a code that was used.
  consoleErrors.expect(/401.*auth\/signin/)
  consoleErrors.expect(/422.*auth\/second_factor/)
  await activeAccount(page, 'factora')
  await signIn('factora', PHRASE)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByLabel('Enter your password to set up the app').fill(PHRASE)
  await page.getByRole('button', { name: 'Show the key' }).click()
  await expect(page.getByRole('img', { name: 'The key below as a QR code' })).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'the key'))
  const key = (await page.getByText(/^([A-Z2-7]{4} ){3,}/).textContent())?.replaceAll(' ', '') ?? ''
  await page.getByLabel('Code from the app').fill(codeOf(key))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('listitem').filter({ hasText: /^(\w{4}-){3}\w{4}$/ })
  await expect(codes).toHaveCount(10)
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'recovery codes'))
  const kept = await codes.allInnerTexts()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('flagyard-recovery-codes.txt')
  await page.getByRole('button', { name: 'I have saved them' }).click()

  await signOut(page)
  await passwordStep(page, 'factora')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'second step'))
  const code = codeOf(key, 30)
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/dashboard/)

  await signOut(page)
  await passwordStep(page, 'factora')
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/was used already/)).toBeVisible()
  await page.getByLabel('Code').fill(kept[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/dashboard/)
  await page.goto('/profile')
  await expect(page.getByText('9 recovery codes left.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
  await page.getByLabel('Enter your password to change your second factor').fill(PHRASE)
  await page.getByLabel('Enter a code to change your second factor').fill(kept[1] ?? '')
  await checkAccessibility(page, 'removing it')
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('Your second factor is off.')).toBeVisible()
  expect(await subjectsTo(page, 'factora@learners.example')).toEqual([
    'Your account no longer has a second factor',
    'A recovery code of yours was used',
    'A recovery code of yours was used',
    'A second factor was added to your account',
    'Activate your Flagyard account',
  ])
  await signOut(page)
  await signIn('factora', PHRASE)
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(key)
})

test('requirement 25: a passkey is added, named, signs in, stands in for a code, and when lost gives way to a recovery code', async ({
  page,
  signIn,
  console: consoleErrors,
  checkAccessibility,
}) => {
  // What a browser notes of a first step that needs a second.
  consoleErrors.expect(/401.*auth\/signin/)
  const device = await virtualAuthenticator(page)
  await activeAccount(page, 'passkeya')
  await signIn('passkeya', PHRASE)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'adding a passkey'))
  await page.getByLabel('Passkey name').fill('Laptop')
  await page.getByLabel('Enter your password to add a passkey').fill(PHRASE)
  await page.getByRole('button', { name: 'Continue' }).click()
  const codes = page.getByRole('listitem').filter({ hasText: /^(\w{4}-){3}\w{4}$/ })
  await expect(codes).toHaveCount(10)
  const kept = await codes.allInnerTexts()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Rename the passkey Laptop' }).click()
  await page.getByLabel('Passkey name').fill('Blue laptop')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await expect(page.getByText('Blue laptop')).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'a passkey on the profile'))

  await signOut(page)
  await passwordStep(page, 'passkeya')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'second step with a passkey'))
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard/)

  await page.goto('/profile')
  await page.getByLabel('New e-mail address').fill('passkeya@new.example')
  await page.getByLabel('Enter your password to change your e-mail address').fill(PHRASE)
  await page.getByRole('button', { name: 'Use a passkey to change your e-mail address' }).click()
  await expect(page.getByText('Your passkey was accepted.')).toBeVisible()
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByText(/is not confirmed yet/)).toBeVisible()

  await device.lose()
  await signOut(page)
  await passwordStep(page, 'passkeya')
  await page.getByLabel('Recovery code').fill(kept[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/dashboard/)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Remove the passkey Blue laptop' }).click()
  await page.getByLabel('Enter your password to change your second factor').fill(PHRASE)
  await page.getByLabel('Enter a recovery code to change your second factor').fill(kept[1] ?? '')
  await checkAccessibility(page, 'removing a passkey')
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('Your second factor is off.')).toBeVisible()
  expect(await subjectsTo(page, 'passkeya@learners.example')).toEqual([
    'Your account no longer has a second factor',
    'A recovery code of yours was used',
    'A recovery code of yours was used',
    'A second factor was added to your account',
    'Activate your Flagyard account',
  ])
  await signOut(page)
  await signIn('passkeya', PHRASE)
})
