import { ACCOUNT_PASSWORD, createAccount, submitPassword } from './auth-steps.ts'
import { expect, signInOn, test } from './fixtures.ts'
import { findMailedLink, listSubjects } from './mails.ts'

test('the link for a forgotten password works once, ends every session and is reported by mail', async ({
  page,
  newDevice,
  signInByForm,
  consoleErrors,
  checkAccessibility,
}) => {
  // The browser logs the refused old password, and the link that was used.
  consoleErrors.allow(/401.*auth\/signin/)
  consoleErrors.allow(/400.*auth\/reset_password/)
  const email = 'forgeta@learners.example'
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
  await signInByForm('forgeta', next)
  await page.waitForURL(/\/dashboard/)
})
