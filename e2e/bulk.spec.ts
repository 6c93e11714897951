import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { SEEDED_REFERRER } from './demo.ts'
import { expect, test } from './fixtures.ts'

// One after another: they choose from the same users.
test.describe.configure({ mode: 'default' })

const openUsers = async (page: Page, filter: object = {}) => {
  await page.goto(`/admin/users?filter=${encodeURIComponent(JSON.stringify(filter))}`)
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
}
/** Finds the learners that the demo invented: other tests create accounts meanwhile, with other addresses. */
const INVENTED = { q: '@mail.example' }
const INACTIVE = { ...INVENTED, state: 'inactive' }
const outcome = (page: Page) => page.getByRole('main').getByRole('status').first()

test.beforeEach(async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/admin/users')
})

test('accounts that were never activated are disabled in bulk, and the job is undone', async ({
  page,
  checkAccessibility,
}) => {
  await openUsers(page, INACTIVE)
  const rows = page.locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  const number = await rows.count()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByText(`${number} accounts selected`)).toBeVisible()
  await checkAccessibility(page, 'a list with chosen rows')

  await page.getByRole('button', { name: 'Disable accounts…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`${number} accounts will be disabled`)).toBeVisible()
  await dialog.getByText('Which ones').click()
  await expect(dialog.getByRole('listitem').nth(number)).toBeVisible()
  await checkAccessibility(page, 'the dry run')
  await dialog.getByLabel('Reason').fill('Never came')
  await dialog.getByRole('button', { name: `Disable accounts: ${number}` }).click()

  await expect(outcome(page)).toHaveText(`${number} done`)
  await checkAccessibility(page, 'a bulk job')
  await openUsers(page, INACTIVE)
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.goto('/admin/bulk_jobs')
  await checkAccessibility(page, 'the list of bulk work')
  await page.getByRole('link', { name: 'Disable accounts' }).first().click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Undo: disable accounts' })).toBeVisible()
  await expect(outcome(page)).toHaveText(`${number} done`)
  await openUsers(page, INACTIVE)
  await expect(rows).toHaveCount(number)
  await page.goto('/admin/audit?filter=%7B%22action%22%3A%22users.disable%22%7D')
  await expect(page.getByRole('cell', { name: 'Never came', exact: true }).first()).toBeVisible()
})

test('what would be refused is said before, and stays chosen afterwards', async ({ page }) => {
  await openUsers(page, { role: 'admin' })
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Send activation links again…' }).click()
  await expect(page.getByRole('dialog').getByText(/× This account is already active/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send activation links again: 0' })).toBeDisabled()
  await page.getByRole('button', { name: 'Leave them as they are' }).click()

  await openUsers(page, { q: 'admin' })
  const self = page.getByRole('link', { name: 'admin', exact: true })
  await page.locator('tbody tr').filter({ has: self }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Disable accounts…' }).click()
  await expect(page.getByRole('dialog').getByText(/your own account|last owner/)).toBeVisible()
})

test('a filter is saved, and its matches are exported as a file', async ({ page }) => {
  await openUsers(page, INVENTED)
  await page.getByRole('button', { name: 'Active', exact: true }).click()
  await page.getByRole('button', { name: 'Save these filters' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The active ones')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'The active ones', exact: true }).click()
  await expect(page).toHaveURL(/filter=.*active/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFF"Username","Name","E-mail"/)
  // The number of the list before may stand for a moment.
  await expect(page.getByText(`${lines.length - 1} accounts`, { exact: true }).first()).toBeVisible()
  expect(lines.slice(1).every((line) => line.includes(',"active",'))).toBe(true)
})

test('200 users are one saved filter, one file and one bulk job', async ({ page }, { project }) => {
  test.skip(project.name !== 'postgres', 'only there does start-server.ts add so many users')
  const all = async () => {
    await openUsers(page, { referrer: SEEDED_REFERRER })
    return page
      .getByText(/^\d+ accounts$/)
      .first()
      .textContent()
  }
  await expect.poll(all).toBe('200 accounts')
  await page.getByRole('button', { name: 'Save these filters' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The crowd')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'The crowd', exact: true }).click()
  await expect(page.getByText('200 accounts', { exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(201)

  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Select all 200 that match' }).click()
  await page.getByRole('button', { name: 'Disable accounts…' }).click()
  await page.getByLabel('Reason').fill('The event is over')
  await page.getByLabel('Type 200 to confirm').fill('200')
  await page.getByRole('button', { name: 'Disable accounts: 200' }).click()
  await expect(outcome(page)).toHaveText('200 done', { timeout: 30_000 })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Undo: disable accounts' })).toBeVisible()
  await expect(outcome(page)).toHaveText('200 done', { timeout: 30_000 })
})

test('a list can be used by keyboard alone', async ({ page, checkAccessibility }) => {
  await openUsers(page)
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('Select the row, or not')).toBeVisible()
  await checkAccessibility(page, 'the keys of a list')
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type('piotr')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('1 account selected')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => /\/admin\/users\/piotr/.test(url.pathname))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('cards are chosen, previewed in a dry run and left as they are', async ({ page, checkAccessibility }) => {
    await openUsers(page, { q: 'piotr' })
    await page.getByLabel('Select piotr-zielinski').check()
    await expect(page.getByText('1 account selected')).toBeVisible()
    await checkAccessibility(page, 'cards with one chosen')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'Disable accounts…' }).click()
    await expect(page.getByText('1 account will be disabled')).toBeVisible()
    await page.getByRole('button', { name: 'Leave them as they are' }).click()
    await page.goto('/admin/bulk_jobs')
    await checkAccessibility(page, 'bulk work on a phone')
  })
})
