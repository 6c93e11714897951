import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { SEEDED_REFERRER } from './demo.ts'
import { expect, openInApp, test } from './fixtures.ts'
import { expectNoSidewaysScroll, onDesktopAndPhone } from './viewports.ts'

// One after another: the second fills the first page of the audit.
test.describe.configure({ mode: 'default' })

const usersAt = (filter: object) => `/admin/users?filter=${encodeURIComponent(JSON.stringify(filter))}`
/** Finds the learners that the demo invented: other tests create accounts meanwhile, with other addresses. */
const INVENTED = { q: '@mail.example' }
const INACTIVE = { ...INVENTED, state: 'inactive' }
const outcome = (page: Page) => page.getByRole('main').getByRole('status').first()

test('users are chosen by a filter or by keyboard, and a job that disables them is seen before and undone after', async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await signIn('admin')
  await page.goto(usersAt(INACTIVE))
  const rows = page.locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  const number = await rows.count()

  await test.step('accounts that were never activated are disabled', async () => {
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await expect(page.getByText(`${number} accounts selected`)).toBeVisible()
    await checkAccessibility(page, 'a list with chosen rows')
    await page.getByRole('button', { name: 'Disable accounts…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(`${number} accounts will be disabled`)).toBeVisible()
    await dialog.getByText('Show rows').click()
    await expect(dialog.getByRole('listitem').nth(number)).toBeVisible()
    await checkAccessibility(page, 'the dry run')
    await dialog.getByLabel('Reason').fill('Never came')
    await dialog.getByRole('button', { name: `Disable accounts: ${number}` }).click()
    await expect(outcome(page)).toHaveText(`${number} done`)
    await checkAccessibility(page, 'a bulk job')
    await openInApp(page, usersAt(INACTIVE))
    await expect(page.getByText('No matches')).toBeVisible()
  })

  await test.step('the job is undone', async () => {
    await openInApp(page, '/admin/bulk_jobs')
    await onDesktopAndPhone(page, () => checkAccessibility(page, 'the list of bulk work'))
    await page.getByRole('link', { name: 'Disable accounts' }).first().click()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Undo: disable accounts' })).toBeVisible()
    await expect(outcome(page)).toHaveText(`${number} done`)
    await openInApp(page, usersAt(INACTIVE))
    await expect(rows).toHaveCount(number)
    await openInApp(page, '/admin/audit?filter=%7B%22action%22%3A%22users.disable%22%7D')
    await expect(page.getByRole('cell', { name: 'Never came', exact: true }).first()).toBeVisible()
  })

  await test.step('what would be refused is said before, and stays chosen afterwards', async () => {
    await openInApp(page, usersAt({ role: 'admin' }))
    const self = page.getByRole('link', { name: 'admin', exact: true })
    await expect(self).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Resend activation links…' }).click()
    await expect(page.getByRole('dialog').getByText(/× This account is already active/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Resend activation links: 0' })).toBeDisabled()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await openInApp(page, usersAt({ q: 'admin' }))
    await expect(page.getByText(/^\d+ accounts? selected$/)).toBeHidden()
    await page.locator('tbody tr').filter({ has: self }).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Disable accounts…' }).click()
    await expect(page.getByRole('dialog').getByText(/your own account|last owner/)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('on a phone, cards are chosen, previewed in a dry run and left as they are', async () => {
    const size = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    await openInApp(page, usersAt({ q: 'piotr' }))
    await page.getByLabel('Select piotr-zielinski').check()
    await expect(page.getByText('1 account selected')).toBeVisible()
    await checkAccessibility(page, 'cards with one chosen')
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Disable accounts…' }).click()
    await expect(page.getByText('1 account will be disabled')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Select piotr-zielinski').uncheck()
    if (size) await page.setViewportSize(size)
  })

  await test.step('a list can be used by keyboard alone', async () => {
    await openInApp(page, usersAt({}))
    await expect(page.locator('tbody tr').nth(3)).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog').getByText('Select or deselect the row')).toBeVisible()
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
})

test('200 users are one saved filter, one file and one bulk job', async ({ page, signIn }, { project }) => {
  test.skip(project.name !== 'postgres', 'only there does start-server.ts add so many users')
  await signIn('admin')
  await expect(async () => {
    await page.goto(usersAt({ referrer: SEEDED_REFERRER }))
    await expect(page.getByText('200 accounts', { exact: true }).first()).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Active', exact: true }).click()
  await page.getByRole('button', { name: 'Save filters' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The crowd')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await openInApp(page, usersAt({}))
  await page.getByRole('button', { name: 'The crowd', exact: true }).click()
  await expect(page).toHaveURL(/filter=.*active/)
  await expect(page.getByText('200 accounts', { exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFF"Username","Name","E-mail"/)
  expect(lines).toHaveLength(201)
  expect(lines.slice(1).every((line) => line.includes(',"active",'))).toBe(true)

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
