import type { Locator, Page } from '@playwright/test'
import { ACCOUNT_PASSWORD, createAccount, submitPassword } from './auth-steps.ts'
import { expect, test } from './fixtures.ts'
import { focusByKeyboard } from './keyboard.ts'
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

test('an account is created, activated and opened by keyboard alone, with the focus visible at every step', async ({
  page,
}) => {
  const type = async (field: Locator, text: string) => {
    await focusByKeyboard(page, field)
    await page.keyboard.type(text)
  }
  await page.goto('/signup')
  await type(page.getByLabel('Your name'), 'Keya Board')
  await type(page.getByLabel('E-mail address'), 'keya@learners.example')
  await type(page.getByLabel('Username'), 'keya')
  await type(page.getByLabel('Password', { exact: true }), ACCOUNT_PASSWORD)
  await focusByKeyboard(page, page.getByRole('checkbox', { name: /I accept the terms/ }))
  await page.keyboard.press('Space')
  await focusByKeyboard(page, page.getByRole('button', { name: 'Create my account' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await page.goto(await findMailedLink(page, 'keya@learners.example', ACTIVATION))
  await focusByKeyboard(page, page.getByRole('button', { name: 'Activate my account' }))
  await page.keyboard.press('Enter')
  await focusByKeyboard(page, page.getByRole('main').getByRole('link', { name: 'Sign in' }))
  await page.keyboard.press('Enter')
  await type(page.getByLabel(/username or e-mail/i), 'keya')
  await type(page.getByLabel('Password', { exact: true }), ACCOUNT_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard/)
  await focusByKeyboard(page, page.getByRole('button', { name: /your account/i }))
  await page.keyboard.press('Enter')
  const profile = page.getByRole('menuitem', { name: /profile/i })
  await focusByKeyboard(page, profile, 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

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
  await checkAccessibility(page, 'an account that waits')
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
