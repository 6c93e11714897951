import type { APIRequestContext, Page } from '@playwright/test'
import { DEMO_PASSWORD, expect } from './fixtures.ts'
import { findMailedLink } from './mails.ts'

/** The password of the accounts that tests create. */
export const ACCOUNT_PASSWORD = 'a long enough phrase of hers'

/** Creates an account, and activates it by the link of its mail. */
export async function createAccount(page: Page, username: string) {
  const email = `${username}@learners.example`
  const signUpPayload = { username, email, password: ACCOUNT_PASSWORD, full_name: 'Some Body', accept_terms: true }
  expect((await page.request.post('/api/v1/auth/signup', { data: signUpPayload })).status()).toBe(201)
  const token = (await findMailedLink(page, email, /\S+\/activate_account#token=\S+/)).split('token=')[1]
  expect((await page.request.post('/api/v1/auth/activate_account', { data: { token } })).ok()).toBe(true)
}

export async function submitPassword(page: Page, username: string, password = ACCOUNT_PASSWORD) {
  await page.goto('/signin')
  await page.getByLabel(/username or e-mail/i).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

/** An access token of one of the demo's accounts, asked for from this address. */
export async function signInOverHttp(api: APIRequestContext, username: string, address: string): Promise<string> {
  const answer = await api.post('/api/v1/auth/signin', {
    form: { username, password: DEMO_PASSWORD },
    headers: { 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.ok(), `${username} signs in`).toBe(true)
  return ((await answer.json()) as { access_token: string }).access_token
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /your account/i }).click()
  await page.getByRole('menuitem', { name: /sign out/i }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
}
