import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, expect, signInOn } from '../support/fixtures.ts'
import { findMailedLink } from './mails.ts'

/** The password of the accounts that tests create. */
export const ACCOUNT_PASSWORD = 'a long enough phrase of hers'

export const FULL_NAME = 'Ada Lovelace'

/** Creates an account, and activates it by the link of its mail. */
export async function createAccount(page: Page, username: string) {
  const email = emailOf(username)
  const signUpPayload = { username, email, password: ACCOUNT_PASSWORD, full_name: FULL_NAME, accept_terms: true }
  expect((await page.request.post('/api/v1/auth/signup', { data: signUpPayload })).status()).toBe(201)
  const token = (await findMailedLink(page, email, /\S+\/activate_account#token=\S+/)).split('token=')[1]
  expect((await page.request.post('/api/v1/auth/activate_account', { data: { token } })).ok()).toBe(true)
}

/** Creates an account, and signs in to it: the page that is opened next belongs to it. */
export async function signUp(page: Page, username: string) {
  await createAccount(page, username)
  return signInOn(page, username, ACCOUNT_PASSWORD)
}

/** Where the mails of an account go that a test has created. */
export const emailOf = (username: string) => `${username}@learners.example`

export async function submitPassword(page: Page, username: string, password = ACCOUNT_PASSWORD) {
  if (!page.url().includes('/signin')) await page.goto('/signin')
  await page.getByLabel(/username or e-mail/i).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in through the form, and waits for the page that it leads to. */
export async function signInByForm(page: Page, username: string, password = DEMO_PASSWORD) {
  await submitPassword(page, username, password)
  await page.waitForURL((url) => !url.pathname.startsWith('/signin'))
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /your account/i }).click()
  await page.getByRole('menuitem', { name: /sign out/i }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
}
