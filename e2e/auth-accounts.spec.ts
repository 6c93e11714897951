import type { Page } from '@playwright/test'
import { ACCOUNT_PASSWORD, createAccount, submitPassword } from './auth-steps.ts'
import { expect, test } from './fixtures.ts'
import { findMailedLink, listMails, listSubjects } from './mails.ts'

const ACTIVATION = /\S+\/activate_account#token=\S+/

async function signUp(page: Page, username: string, email: string) {
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
  const email = 'resenda@learners.example'
  await signUp(page, 'resenda', email)
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
  await signUp(page, 'knowna-again', 'knowna@learners.example')
  const [newest] = await listMails(page, 'knowna@learners.example')
  expect(newest?.subject).toBe('You already have a Flagyard account')
  expect(newest?.text).not.toContain('token')
  await submitPassword(page, 'knowna-again')
  await page.waitForURL(/\/inactive_account/)
})
