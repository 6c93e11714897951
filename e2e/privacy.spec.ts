import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ACCOUNT_PASSWORD, emailOf, signUp, submitPassword } from './steps/auth.ts'
import { findMailedLink } from './steps/mails.ts'
import { expect, test } from './support/fixtures.ts'
import { onDesktopAndPhone } from './support/viewports.ts'

const readDownload = async (page: Page, click: () => Promise<void>) => {
  const download = page.waitForEvent('download')
  await click()
  const file = await download
  return { name: file.suggestedFilename(), content: (await readFile(await file.path())).toString('latin1') }
}

test('an archive of my data is requested, announced by mail, and downloaded from the profile and by the mailed link', async ({
  page,
  checkAccessibility,
}) => {
  await signUp(page, 'exporta')
  await page.goto('/profile?section=data')
  await page.getByRole('button', { name: 'Create an archive of my data' }).click()
  const download = page.getByRole('button', { name: /^Download the archive/ })
  await expect(download).toBeVisible({ timeout: 60_000 })
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'an archive on the profile'))
  const archive = await readDownload(page, () => download.click())
  expect(archive.name).toBe('my-data.zip')
  for (const name of ['README.txt', 'account.json', 'courses.json', 'orders.json'])
    expect(archive.content).toContain(name)

  await page.goto(await findMailedLink(page, emailOf('exporta'), /\S+\/my_data#token=\S+/))
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'the mailed archive'))
  await expect(page).toHaveURL((url) => url.hash === '')
  expect(await readDownload(page, () => page.getByRole('button', { name: 'Download my data' }).click())).toEqual(
    archive,
  )
})

test('what we hold about an address without an account is requested, shown by the mailed link, downloaded and erased', async ({
  page,
  checkAccessibility,
}) => {
  const email = 'nobody-yet@people.example'
  await page.goto('/privacy')
  await page.getByRole('link', { name: 'what we hold about your e-mail address' }).click()
  await page.getByLabel('Your e-mail address').fill(email)
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'asking about an address'))
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()

  await page.goto(await findMailedLink(page, email, /\S+\/address_data#token=\S+/))
  await expect(page).toHaveURL((url) => url.hash === '')
  await page.getByRole('button', { name: 'Show me' }).click()
  await expect(page.getByText('Requests for this list')).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'what is held about an address'))
  const file = await readDownload(page, () => page.getByRole('button', { name: 'Download', exact: true }).click())
  expect(file.name).toBe('my-address.json')
  expect(JSON.parse(file.content)).toMatchObject({ email })
  await page.getByRole('button', { name: 'Erase…' }).click()
  await page.getByRole('button', { name: 'Erase my address' }).click()
  await expect(page.getByText(/We are erasing your address/)).toBeVisible()
})

test('an account is deleted, kept by the mailed link, deleted again and stays closed', async ({
  page,
  signIn,
  consoleErrors,
  checkAccessibility,
}) => {
  // The browser logs the refused sign-in to an account that is due to be deleted.
  consoleErrors.allow(/403.*auth\/signin/)
  await signUp(page, 'leava')
  await requestDeletion(page, () => onDesktopAndPhone(page, () => checkAccessibility(page, 'before a deletion')))
  await page.goto(await findMailedLink(page, emailOf('leava'), /\S+\/undo_deletion#token=\S+/))
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'the way back'))
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('heading', { name: 'You keep your account' })).toBeVisible()

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
  await page.goto('/profile?section=data')
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  await expect(page.getByRole('heading', { name: 'What will be erased' })).toBeVisible()
  await page.getByLabel('Type leava to confirm').fill('leava')
  await check()
  await page.getByLabel('Enter your password to delete your account').fill(ACCOUNT_PASSWORD)
  await page.getByRole('button', { name: 'Delete my account', exact: true }).click()
  await expect(page.getByText(/Your account is closed and will be erased/)).toBeVisible()
}
