import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { programFile } from '../api-server/test/programs.ts'
import {
  ACCOUNT_PASSWORD,
  createAccount,
  emailOf,
  signInByForm,
  signOut,
  signUp,
  submitPassword,
} from './steps/auth.ts'
import { addVirtualAuthenticator, setUpAuthenticator, totpCode } from './steps/authenticators.ts'
import { findMailedLink, listMails, listSubjects } from './steps/mails.ts'
import { type CheckAccessibility, expect, signInOn, test } from './support/fixtures.ts'
import { readServerInfo } from './support/server-info.ts'
import { onDesktopAndPhone } from './support/viewports.ts'

const ACTIVATION = /\S+\/activate_account#token=\S+/

async function signUpByForm(page: Page, username: string, email: string) {
  await page.goto('/signup')
  await page.getByLabel('Your name').fill('Some Body')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT_PASSWORD)
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
}

test('the activation mail can be sent again, and only the newest link activates', async ({
  page,
  consoleErrors,
  checkAccessibility,
}) => {
  // The browser logs the refused older link.
  consoleErrors.allow(/400.*auth\/activate_account/)
  const email = emailOf('resenda')
  await signUpByForm(page, 'resenda', email)
  const first = await findMailedLink(page, email, ACTIVATION)
  await submitPassword(page, 'resenda')
  await page.waitForURL(/\/inactive_account/)
  await page.getByRole('button', { name: 'Send the e-mail again' }).click()
  await expect(page.getByText(/open the link we sent you/)).toBeVisible()
  expect(await listSubjects(page, email)).toEqual(['Activate your Flagyard account', 'Activate your Flagyard account'])

  await page.goto(first)
  await page.getByRole('button', { name: 'Activate my account' }).click()
  await expect(page.getByText(/has expired or was already used/)).toBeVisible()
  await checkAccessibility(page, 'a link that is over')
  const second = await findMailedLink(page, email, ACTIVATION)
  expect(second).not.toBe(first)
  await page.goto(second)
  await page.getByRole('button', { name: 'Activate my account' }).click()
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await page.waitForURL(/\/dashboard/)
})

test('signing up with a known address looks the same on the screen, and only the mail tells the difference', async ({
  page,
}) => {
  await createAccount(page, 'knowna')
  await signUpByForm(page, 'knowna-again', emailOf('knowna'))
  const [newest] = await listMails(page, emailOf('knowna'))
  expect(newest?.subject).toBe('You already have an account at Flagyard')
  expect(newest?.text).not.toContain('token')
  await submitPassword(page, 'knowna-again')
  await page.waitForURL(/\/inactive_account/)
})

test('the link for a forgotten password works once, ends every session and is reported by mail', async ({
  page,
  newDevice,
  consoleErrors,
  checkAccessibility,
}) => {
  // The browser logs the refused old password, and the link that was used.
  consoleErrors.allow(/401.*auth\/signin/)
  consoleErrors.allow(/400.*auth\/reset_password/)
  const email = emailOf('forgeta')
  const next = 'another long enough phrase'
  await createAccount(page, 'forgeta')
  const other = await newDevice()
  await signInOn(other, 'forgeta', ACCOUNT_PASSWORD)

  await page.goto('/signin')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // Exactly: the sign-in page, still there for a moment, asks for a “Username or e-mail address”.
  await page.getByLabel('E-mail address', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  const link = await findMailedLink(page, email, /\S+\/reset_password#token=\S+/)
  const setPassword = async () => {
    await page.goto(link)
    await page.getByLabel('New password').fill(next)
    await page.getByLabel('Repeat the password').fill(next)
    await page.getByRole('button', { name: 'Set the password' }).click()
  }
  await setPassword()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  await checkAccessibility(page, 'a new password')
  expect(await listSubjects(page, email)).toEqual([
    'Your password was changed',
    'Choose a new password',
    'Activate your Flagyard account',
  ])
  await other.goto('/profile')
  await other.waitForURL(/\/signin/)

  await page.goto('/')
  await setPassword()
  await expect(page.getByText(/has expired or was already used/)).toBeVisible()
  await submitPassword(page, 'forgeta')
  await expect(page.getByText(/username or password is wrong/)).toBeVisible()
  await signInByForm(page, 'forgeta', next)
  await page.waitForURL(/\/dashboard/)
})

test('an e-mail address is changed, confirmed at the new address and undone from the old one', async ({
  page,
  checkAccessibility,
}) => {
  await signUp(page, 'movera')
  await page.goto('/profile?section=email')
  await page.getByLabel('New e-mail address').fill('movera@new.example')
  await page.getByLabel('Enter your password to change your e-mail address').fill(ACCOUNT_PASSWORD)
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByText(/is not confirmed yet/)).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'a pending address'))
  await page.goto(await findMailedLink(page, 'movera@new.example', /\S+\/confirm_email#token=\S+/))
  await checkAccessibility(page, 'confirm')
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { name: 'Your e-mail address was changed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await expect(page.getByText('movera@new.example').first()).toBeVisible()

  await page.goto(await findMailedLink(page, emailOf('movera'), /\S+\/undo_email#token=\S+/))
  await checkAccessibility(page, 'undo')
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByRole('heading', { name: 'Your old address is restored' })).toBeVisible()
  await page.goto('/profile')
  await page.waitForURL(/\/signin/)
})

test('an authenticator app is set up, signs in, is replaced by a recovery code, and is removed again', async ({
  page,
  consoleErrors,
  checkAccessibility,
}) => {
  // The browser logs a sign-in that needs a second step, and a code that was used.
  consoleErrors.allow(/401.*auth\/signin/)
  consoleErrors.allow(/422.*auth\/second_factor/)
  await signUp(page, 'factora')
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
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
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
  expect(await listSubjects(page, emailOf('factora'))).toEqual(FACTOR_SUBJECTS)
  await signOut(page)
  await signInByForm(page, 'factora', ACCOUNT_PASSWORD)
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(key)
})

test('a passkey is added, renamed, signs in, takes the place of a code, and once lost is replaced by a recovery code', async ({
  page,
  consoleErrors,
  checkAccessibility,
}) => {
  // The browser logs a sign-in that needs a second step.
  consoleErrors.allow(/401.*auth\/signin/)
  const device = await addVirtualAuthenticator(page)
  await signUp(page, 'passkeya')
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
  expect(await listSubjects(page, emailOf('passkeya'))).toEqual(FACTOR_SUBJECTS)
  await signOut(page)
  await signInByForm(page, 'passkeya', ACCOUNT_PASSWORD)
})

/** The mails about a second factor that was added, replaced by a recovery code twice and removed; newest first. */
const FACTOR_SUBJECTS = [
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

test('the command line removes a lost second factor beside the running server, and the password alone signs in', {
  tag: '@postgres',
}, async ({ page, apiAs, baseURL, consoleErrors }) => {
  // The browser logs a sign-in that needs a second step.
  consoleErrors.allow(/401.*auth\/signin/)
  await createAccount(page, 'forgetta')
  await setUpAuthenticator(await apiAs('forgetta', ACCOUNT_PASSWORD))
  await submitPassword(page, 'forgetta')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()

  const command = [programFile('flagyard'), 'admin', 'reset-factor', 'forgetta']
  const env = { ...process.env, ...readServerInfo(baseURL).environment }
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  expect(stdout).toContain('Removed 1 second factors and 10 recovery codes of forgetta')
  await page.goto('/signin')
  await signInByForm(page, 'forgetta', ACCOUNT_PASSWORD)
})
