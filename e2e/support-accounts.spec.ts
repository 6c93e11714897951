import type { Locator, Page } from '@playwright/test'
import { type CheckAccessibility, expect, openInApp, test } from './fixtures.ts'

/** Presses and clicks; typing is not counted. */
interface Counted {
  clicks: number
  click(target: Locator): Promise<void>
}
const counted = (): Counted => ({
  clicks: 0,
  async click(target) {
    this.clicks += 1
    await target.click()
  },
})

/** What whoever looks after the accounts does about one that a clean-up cannot empty, and about a pool that is too small. */
test('an account is taken from quarantine to Available, and fifty more are imported', async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await signIn('admin')
  await page.goto('/admin/aws_accounts')

  await test.step('what stopped the clean-up is read on its receipt, accepted until a day, and the next nuke comes clean', async () => {
    const person = counted()
    await freeQuarantinedAccount(page, person, checkAccessibility)
    expect(person.clicks, 'clicks from the list of accounts').toBeLessThanOrEqual(9)
  })

  await test.step('a file of fifty with one bad row: the dry run names it, the mended file is added as a whole', async () => {
    const person = counted()
    await importProjects(page, person, checkAccessibility)
    expect(person.clicks, 'clicks from the list of projects').toBeLessThanOrEqual(4)
  })
  await retireImported(page)
})

async function freeQuarantinedAccount(page: Page, person: Counted, checkAccessibility: CheckAccessibility) {
  await person.click(page.getByRole('button', { name: /^Quarantine/ }))
  await person.click(page.getByRole('row').filter({ hasText: 'quarantine' }).first().getByRole('link').first())
  await expect(page.getByText(/Three clean-ups in a row failed/)).toBeVisible()
  const id = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const cleanUps = page.getByRole('region', { name: 'Clean-ups' })
  await person.click(cleanUps.locator('summary').first())
  await expect(cleanUps.getByText(/^BucketNotEmpty: /).first()).toBeVisible()
  await expect(cleanUps.getByText('aws_s3_bucket lab-trail-logs').first()).toBeVisible()
  await checkAccessibility(page, 'why a clean-up failed')

  await person.click(page.getByRole('button', { name: 'Accept remaining resources…' }))
  const dialog = page.getByRole('dialog')
  await person.click(dialog.getByRole('checkbox', { name: /lab-trail-logs/ }))
  await dialog.getByLabel(/Until/).fill(new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10))
  await dialog.getByLabel('Reason').fill('The cloud deletes it within a week')
  await checkAccessibility(page, 'accepting remaining resources')
  await person.click(dialog.getByRole('button', { name: 'Accept' }))
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'State' }).getByText(/^Accepted until/)).toBeVisible()
  await person.click(page.getByRole('button', { name: `Nuke ${id}` }))
  await dialog.getByRole('textbox').fill(id)
  await person.click(dialog.getByRole('button', { name: 'Nuke account' }))
  await expect(page.getByText('Empty and free')).toBeVisible({ timeout: 60_000 })
  await checkAccessibility(page, 'an account with its receipts')
}

const HEAD = 'project_id,name,region,GOOGLE_CREDENTIALS'
const lines = (first: string) =>
  Array.from({ length: 50 }, (_, n) => `${n === 0 ? first : `imported-${100 + n}`},imported ${n},europe-west1,{}`)

async function importProjects(page: Page, person: Counted, checkAccessibility: CheckAccessibility) {
  await openInApp(page, '/admin/gcp_projects')
  await person.click(page.getByRole('button', { name: 'Import…' }))
  const dialog = page.getByRole('dialog')
  const add = dialog.getByRole('button', { name: /^Add / })
  await choose('NOT A PROJECT')
  await expect(dialog.getByRole('status')).toContainText('1 of 50 rows has errors')
  await expect(dialog.getByRole('listitem')).toHaveText([/^Line 2.*NOT A PROJECT.*project_id: Use 6 to 30/])
  await expect(add).toBeDisabled()
  await checkAccessibility(page, 'the dry run of an import')
  await choose('imported-100')
  await expect(dialog.getByText('50 projects can be added.')).toBeVisible()
  await person.click(add)
  await expect(dialog).toBeHidden()
  await openInApp(page, `/admin/gcp_projects?filter=${encodeURIComponent(JSON.stringify({ q: 'imported-' }))}`)
  await expect(page.getByText('1–25 of 50')).toBeVisible()

  async function choose(first: string) {
    const chooser = page.waitForEvent('filechooser')
    await person.click(dialog.getByRole('button', { name: 'Choose a file' }))
    const buffer = Buffer.from([HEAD, ...lines(first)].join('\n'))
    await (await chooser).setFiles({ name: 'projects.csv', mimeType: 'text/csv', buffer })
  }
}

/** All at once, so that no learner of another journey gets one. */
async function retireImported(page: Page) {
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Select all 50 that match' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Retire GCP projects…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('They were a try')
  await dialog.getByLabel(/Type 50 to confirm/).fill('50')
  await dialog.getByRole('button', { name: 'Retire GCP projects: 50' }).click()
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('50 done')
}
