import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { programFile } from '../api-server/test/programs.ts'
import { ACCOUNT_PASSWORD, createAccount, signOut, submitPassword } from './auth-steps.ts'
import { addVirtualAuthenticator } from './authenticators.ts'
import { expect, test } from './fixtures.ts'
import { readServerInfo } from './server-info.ts'

/** Runs on Postgres only: the embedded database cannot be opened beside the running server. */
test('the command line removes a lost passkey beside the running server, and the password alone signs in', async ({
  page,
  signIn,
  baseURL,
  consoleErrors,
}) => {
  // The browser logs a sign-in that needs a second step.
  consoleErrors.allow(/401.*auth\/signin/)
  const device = await addVirtualAuthenticator(page)
  await createAccount(page, 'forgetta')
  await signIn('forgetta', ACCOUNT_PASSWORD)
  await page.goto('/profile?section=security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Passkey name').fill('Laptop')
  await page.getByLabel('Enter your password to add a passkey').fill(ACCOUNT_PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await signOut(page)
  await device.remove()
  await submitPassword(page, 'forgetta')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()

  const command = [programFile('administrator'), 'reset-factor', 'forgetta']
  const env = { ...process.env, ...readServerInfo(baseURL).environment }
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  expect(stdout).toContain('Removed 1 second factors and 10 recovery codes of forgetta')
  await submitPassword(page, 'forgetta')
  await page.waitForURL(/\/dashboard/)
  await page.goto('/profile?section=security')
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
})
