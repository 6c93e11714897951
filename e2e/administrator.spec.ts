import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { SEEDED_REFERRER } from './support/demo.ts'
import { expect, keepBannersOpen, openInApp, test } from './support/fixtures.ts'
import { onDesktopAndPhone } from './support/viewports.ts'

const usersAt = (filter: object) => `/admin/users?filter=${encodeURIComponent(JSON.stringify(filter))}`
/** Finds the learners that the demo invented: other tests create accounts meanwhile, with other addresses. */
const INVENTED = { q: '@mail.example' }
const INACTIVE = { ...INVENTED, state: 'inactive' }
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const outcome = (page: Page) => page.getByRole('main').getByRole('status').first()

test('an administrator selects users by a filter, previews a bulk job and undoes it; 200 users are one saved filter, one file and one job', async ({
  page,
  signIn,
  checkAccessibility,
}, { project }) => {
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

  // Only there does start-server.ts add so many users.
  if (project.name !== 'postgres') return
  await test.step('200 users are one saved filter, one file and one bulk job', async () => {
    await openInApp(page, usersAt({ referrer: SEEDED_REFERRER }))
    await expect(page.getByText('200 accounts', { exact: true }).first()).toBeVisible()
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
})

test('a banner is created, previewed, shown to a visitor and removed', async ({
  page,
  newDevice,
  signIn,
  checkAccessibility,
  consoleErrors,
}) => {
  consoleErrors.allow(/422.*admin\/banners/)
  const message = 'Meet us at the conference in March'
  await keepBannersOpen(page)
  await signIn('admin')
  await page.goto('/admin/banners')
  await expect(heading(page)).toHaveText('Banners')
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'banners'))
  await page.getByRole('link', { name: 'New banner' }).click()
  await expect(heading(page)).toHaveText('New banner')
  await page.getByLabel('Message').fill(message)
  await page.getByLabel(/^Link/).fill('javascript:alert(1)')
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'new banner'))
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Announcement' })
  await expect(preview).toContainText(message)
  await preview.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Use an address that begins with https/)).toBeVisible()
  await page.getByLabel(/^Link/).fill('/courses')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/admin\/banners$/)

  const home = await newDevice()
  await keepBannersOpen(home, message)
  await home.goto('/')
  await expect(home.getByRole('dialog', { name: 'Announcement' })).toContainText(message)

  await page.getByRole('link', { name: message }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/banners$/)
  await expect(page.getByRole('link', { name: message })).toHaveCount(0)
})
