import type { Page } from '@playwright/test'
import { ACCOUNT_PASSWORD, signUp } from './steps/auth.ts'
import { buyAndStart } from './steps/buying.ts'
import { focusByKeyboard } from './steps/keyboard.ts'
import { deployLab } from './steps/lab.ts'
import { countPresses } from './steps/presses.ts'
import { type Call, type CheckAccessibility, expect, openInApp, signInOn, test } from './support/fixtures.ts'
import { onDesktopAndPhone } from './support/viewports.ts'

/** A region of their own, so that no learner of another journey gets one of these accounts, or finds theirs down. */
const REGION = 'northamerica-south1'
const GROUP_SIZE = 25

/** What axe finds on its screens, and whether they fit a phone, is shown by admin-console/src/features/deployments/pool/pool.test.tsx. */
test('an administrator handles a region that is down, and books accounts for a group of 25', { tag: '@pool' }, async ({
  page,
  signIn,
  consoleErrors,
}) => {
  const call = await signIn('admin')
  await addAccounts(call)
  await page.goto('/admin/pool')
  const region = page.getByRole('region', { name: 'Azure', exact: true }).getByRole('region', { name: REGION })
  const down = page.getByRole('region', { name: 'Regions down' })
  const dialog = page.getByRole('dialog')

  await test.step('the region is taken out of use by the keyboard, after it was read what that does', async () => {
    await expect(region).toContainText(/\d+ of 25/)
    // From where its reader is: the way through the menu is the same on every page.
    await region.getByRole('link', { name: REGION }).focus()
    await focusByKeyboard(page, region.getByRole('button', { name: 'Mark as down…' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText(/\d+ free accounts are not leased/)
    // A field is framed by what stands around it, so that its focus is not seen on itself.
    const reason = dialog.getByLabel('Reason')
    const hasFocus = () => reason.evaluate((field) => field === document.activeElement)
    for (let press = 0; press < 5 && !(await hasFocus()); press++) await page.keyboard.press('Tab')
    await page.keyboard.type('Their status page says so')
    await page.keyboard.press('Tab')
    await focusByKeyboard(page, dialog.getByRole('button', { name: 'Mark as down' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(down).toContainText(`Azure ${REGION}`)
    await expect(region.getByText('Down', { exact: true })).toBeVisible()
  })

  await test.step('its accounts cannot be booked meanwhile; one press takes all of it back', async () => {
    consoleErrors.allow(/409 .*group_reservations/)
    await book(page, GROUP_SIZE)
    await expect(dialog.getByText(/^At the busiest moment, only \d+ of \d+ accounts are left/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await down.getByRole('button', { name: 'Mark as up' }).click()
    await expect(down).toBeHidden()
  })

  await test.step('then 25 are kept for a class, and given back', async () => {
    await book(page, GROUP_SIZE)
    await expect(dialog).toBeHidden()
    const groups = page.getByRole('region', { name: 'Reserved for groups' })
    const row = groups.getByRole('listitem').filter({ hasText: 'Class of the journey' })
    await expect(row).toContainText('25 accounts on Azure for 1 learner')
    await row.getByRole('button', { name: 'Cancel reservation…' }).click()
    await dialog.getByLabel('Reason').fill('It was a journey')
    await dialog.getByRole('button', { name: 'Cancel reservation' }).click()
    await expect(row).toBeHidden()
  })
  await retire(call)
})

/** In three months, when nobody of another journey wants one. */
async function book(page: Page, accounts: number) {
  const day = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)
  await page.getByRole('button', { name: 'Reserve accounts…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Class of the journey')
  await dialog.getByRole('combobox', { name: 'Cloud' }).click()
  await page.getByRole('option', { name: 'Azure' }).click()
  await dialog.getByRole('spinbutton', { name: 'Accounts' }).fill(String(accounts))
  await dialog.getByLabel(/^From/).fill(`${day}T09:00`)
  await dialog.getByLabel(/^Until/).fill(`${day}T17:00`)
  await dialog.getByRole('textbox', { name: /^Learners/ }).fill('learner')
  await dialog.getByRole('button', { name: 'Reserve accounts' }).click()
}

const ids = Array.from(
  { length: GROUP_SIZE },
  (_, n) => `9ea1e000-0000-4000-8000-0000000001${n.toString().padStart(2, '0')}`,
)

async function addAccounts(call: Call) {
  const lines = ids.map((id, n) => `${id},pool journey ${n},${REGION},tenant,client,secret`)
  const head = 'subscription_id,name,region,ARM_TENANT_ID,ARM_CLIENT_ID,ARM_CLIENT_SECRET'
  await call('POST', '/admin/cloud_account_imports', {
    cloud: 'azure',
    csv: [head, ...lines].join('\n'),
    dry_run: false,
  })
  const filter = encodeURIComponent(JSON.stringify({ region: REGION, status: 'Pending' }))
  const pending = () => call('GET', `/admin/azure_subscriptions?filter=${filter}`)
  await expect.poll(pending, { message: 'their credentials are verified', timeout: 30_000 }).toEqual([])
}

/** By one call: how it is done on screen is told in the test of the accounts. */
async function retire(call: Call) {
  const ask = { action: 'azure_subscriptions.retire', ids, reason: 'It was a journey', confirm: GROUP_SIZE }
  expect(await call('POST', '/admin/bulk_jobs', ask)).toMatchObject({ total: GROUP_SIZE })
}

/** What whoever looks after the accounts does about one that a clean-up cannot empty, and about a pool that is too small. */
test('an account is taken from quarantine to Available, and fifty more are imported', { tag: '@pool' }, async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  const expectPresses = await countPresses(page)
  await signIn('admin')
  await page.goto('/admin/aws_accounts')

  await test.step('what stopped the clean-up is read on its receipt, accepted until a day, and the next nuke comes clean', async () => {
    await freeQuarantinedAccount(page, checkAccessibility)
    await expectPresses(9)
  })

  await test.step('a file of fifty with one bad row: the dry run names it, the mended file is added as a whole', async () => {
    await importProjects(page, checkAccessibility)
    await expectPresses(4)
  })
  await retireImported(page)
})

async function freeQuarantinedAccount(page: Page, checkAccessibility: CheckAccessibility) {
  await page.getByRole('button', { name: /^Quarantine/ }).click()
  await page.getByRole('row').filter({ hasText: 'quarantine' }).first().getByRole('link').first().click()
  await expect(page.getByText(/Three clean-ups in a row failed/)).toBeVisible()
  const id = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const cleanUps = page.getByRole('region', { name: 'Clean-ups' })
  await cleanUps.locator('summary').first().click()
  await expect(cleanUps.getByText(/^BucketNotEmpty: /).first()).toBeVisible()
  await expect(cleanUps.getByText('aws_s3_bucket lab-trail-logs').first()).toBeVisible()
  await checkAccessibility(page, 'why a clean-up failed')

  await page.getByRole('button', { name: 'Accept remaining resources…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /lab-trail-logs/ }).click()
  await dialog.getByLabel(/Until/).fill(new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10))
  await dialog.getByLabel('Reason').fill('The cloud deletes it within a week')
  await checkAccessibility(page, 'accepting remaining resources')
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'State' }).getByText(/^Accepted until/)).toBeVisible()
  await page.getByRole('button', { name: `Nuke ${id}` }).click()
  await dialog.getByRole('textbox').fill(id)
  await dialog.getByRole('button', { name: 'Nuke account' }).click()
  await expect(page.getByText('Empty and free')).toBeVisible({ timeout: 60_000 })
  await checkAccessibility(page, 'an account with its receipts')
}

const HEAD = 'project_id,name,region,GOOGLE_CREDENTIALS'
const lines = (first: string) =>
  Array.from({ length: 50 }, (_, n) => `${n === 0 ? first : `imported-${100 + n}`},imported ${n},europe-west1,{}`)

async function importProjects(page: Page, checkAccessibility: CheckAccessibility) {
  await openInApp(page, '/admin/gcp_projects')
  await page.getByRole('button', { name: 'Import…' }).click()
  const dialog = page.getByRole('dialog')
  const add = dialog.getByRole('button', { name: /^Add/ })
  await choose('NOT A PROJECT')
  await expect(dialog.getByRole('status')).toContainText('1 of 50 rows has errors')
  await expect(dialog.getByRole('listitem')).toHaveText([/^Line 2.*NOT A PROJECT.*project_id: Use 6 to 30/])
  await expect(add).toBeDisabled()
  await checkAccessibility(page, 'the dry run of an import')
  await choose('imported-100')
  await expect(dialog.getByText('50 projects can be added.')).toBeVisible()
  await add.click()
  await expect(dialog).toBeHidden()
  await openInApp(page, `/admin/gcp_projects?filter=${encodeURIComponent(JSON.stringify({ q: 'imported-' }))}`)
  await expect(page.getByText('1–25 of 50')).toBeVisible()

  async function choose(first: string) {
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a file' }).click()
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

const LEARNER = 'under-notice'

/** Buys a lab and runs it; the account in which it stands. */
async function runLab(page: Page): Promise<string> {
  await signUp(page, LEARNER)
  await page.goto('/courses')
  await page.getByRole('link', { name: 'The build that knew too much' }).click()
  await buyAndStart(page)
  await deployLab(page)
  const console = page.getByRole('link', { name: /^Open console/ })
  await expect(console).toBeVisible({ timeout: 90_000 })
  return (await console.getAttribute('href'))?.split('/').at(-1) ?? ''
}

test('an abuse notice names an account: its learner is frozen in under a minute, the account is kept as evidence, and the freeze is lifted', {
  tag: '@pool',
}, async ({ page, newDevice, signIn, checkAccessibility, consoleErrors }) => {
  // The classroom asks for the whole course at once, which whoever has a lab of it alone is refused.
  consoleErrors.allow(/403.*courses\/[a-z-]+\/details/)
  const learner = await newDevice()
  const account = await runLab(learner)
  await signIn('admin')
  await page.goto('/admin/audit')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
  const dialog = page.getByRole('dialog')

  await test.step('four clicks and the number lead to the freeze', async () => {
    const began = Date.now()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused()
    await page.keyboard.type(account)
    await expect(page.getByRole('option').filter({ hasText: account }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Abuse notice…' }).click()
    await page.getByRole('button', { name: `Freeze ${LEARNER}…` }).click()
    await expect(dialog.getByText(`${account} is put on hold`, { exact: false })).toBeVisible()
    await dialog.getByRole('button', { name: 'Freeze account' }).click()
    await expect(dialog).toBeHidden()
    expect(Date.now() - began).toBeLessThan(60_000)
  })

  await test.step('the account is held as evidence, and the learner is out', async () => {
    await expect(page.getByText('The contents are preserved as evidence', { exact: false })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Nuke/ })).toHaveCount(0)
    await checkAccessibility(page, 'an account on hold as evidence')
    await openInApp(page, `/admin/users/${LEARNER}`)
    const notice = page.getByRole('region', { name: 'Account freeze' })
    await expect(notice.getByText(`Abuse notice for ${account}`, { exact: false })).toBeVisible()
    await expect(async () => {
      await page.reload()
      await expect(notice.getByText('on hold with its contents')).toBeVisible({ timeout: 15_000 })
    }).toPass()
    await onDesktopAndPhone(page, () => checkAccessibility(page, 'a frozen account'))
    await learner.goto('/dashboard')
    await expect(learner).toHaveURL(/\/signin/)
  })

  await test.step('two clicks and a reason undo it', async () => {
    await page.getByRole('button', { name: 'Unfreeze…' }).click()
    await dialog.getByLabel('Reason').fill('The notice was about somebody else')
    await checkAccessibility(page, 'lifting a freeze')
    await dialog.getByRole('button', { name: 'Unfreeze account' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('region', { name: 'Account freeze' })).toHaveCount(0)
    await signInOn(learner, LEARNER, ACCOUNT_PASSWORD)
    await learner.goto('/dashboard')
  })
})
