import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { activeAccount, PHRASE, passwordStep, signOut, virtualAuthenticator } from './account-steps.ts'
import { expect, test } from './fixtures.ts'
import { readServed } from './served.ts'

/** On Postgres alone: the embedded database belongs to the running server. */
test('requirement 25: a lost passkey without recovery codes is taken away beside the running server, and the password signs in', async ({
  page,
  signIn,
  baseURL,
  console: consoleErrors,
}) => {
  // What a browser notes of a first step that needs a second.
  consoleErrors.expect(/401.*auth\/signin/)
  const device = await virtualAuthenticator(page)
  await activeAccount(page, 'forgetta')
  await signIn('forgetta', PHRASE)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Passkey name').fill('Laptop')
  await page.getByLabel('Enter your password to add a passkey').fill(PHRASE)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await signOut(page)
  await device.lose()
  await passwordStep(page, 'forgetta')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()

  const command = fileURLToPath(new URL('../api-server/src/administrator.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'reset-factor', 'forgetta'], {
    env: { ...process.env, ...readServed(baseURL).environment },
  })
  expect(stdout).toContain('Removed 1 second factors and 10 recovery codes of forgetta')
  await passwordStep(page, 'forgetta')
  await page.waitForURL(/\/dashboard/)
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
})
