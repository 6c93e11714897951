import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ACCOUNT_PASSWORD, createAccount, submitPassword } from './auth-steps.ts'
import { expect, test } from './fixtures.ts'
import { findMailedLink } from './mails.ts'
import { onDesktopAndPhone } from './viewports.ts'

const readDownload = async (page: Page, click: () => Promise<void>) => {
  const download = page.waitForEvent('download')
  await click()
  const file = await download
  expect(file.suggestedFilename()).toBe('flagyard-my-data.zip')
  return (await readFile(await file.path())).toString('latin1')
}

test('an archive of my data is requested, announced by mail, and downloaded from the profile and by the mailed link', async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await createAccount(page, 'exporta')
  await signIn('exporta', ACCOUNT_PASSWORD)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Create an archive of my data' }).click()
  const download = page.getByRole('button', { name: /^Download the archive/ })
  await expect(download).toBeVisible({ timeout: 60_000 })
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'an archive on the profile'))
  const archive = await readDownload(page, () => download.click())
  for (const name of ['README.txt', 'account.json', 'courses.json', 'orders.json']) expect(archive).toContain(name)

  await page.goto(await findMailedLink(page, 'exporta@learners.example', /\S+\/my_data#token=\S+/))
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'the mailed archive'))
  expect(new URL(page.url()).hash).toBe('')
  expect(await readDownload(page, () => page.getByRole('button', { name: 'Download my data' }).click())).toBe(archive)
})

test('an account is deleted, kept by the mailed link, deleted again and stays closed', async ({
  page,
  signIn,
  consoleErrors,
  checkAccessibility,
}) => {
  // The browser logs the refused sign-in to an account that is due to be deleted.
  consoleErrors.allow(/403.*auth\/signin/)
  await createAccount(page, 'leava')
  await signIn('leava', ACCOUNT_PASSWORD)
  await requestDeletion(page, () => onDesktopAndPhone(page, () => checkAccessibility(page, 'before a deletion')))
  await page.goto(await findMailedLink(page, 'leava@learners.example', /\S+\/undo_deletion#token=\S+/))
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'the way back'))
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account stays' })).toBeVisible()

  await signIn('leava', ACCOUNT_PASSWORD)
  await requestDeletion(page)
  await page.goto('/profile')
  await page.waitForURL(/\/signin/)
  await submitPassword(page, 'leava')
  await expect(page.getByRole('heading', { name: 'Your account is closed' })).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'an account that waits'))
  await page.getByRole('button', { name: 'Leave it closed' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goto('/dashboard')
  await page.waitForURL(/\/signin/)
})

async function requestDeletion(page: Page, check: () => Promise<void> = async () => undefined) {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  await expect(page.getByRole('heading', { name: 'What will be erased' })).toBeVisible()
  await page.getByLabel('Type leava to confirm').fill('leava')
  await check()
  await page.getByLabel('Enter your password to delete your account').fill(ACCOUNT_PASSWORD)
  await page.getByRole('button', { name: 'Delete my account', exact: true }).click()
  await expect(page.getByText(/Your account is closed and will be erased/)).toBeVisible()
}
