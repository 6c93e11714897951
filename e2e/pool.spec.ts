import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, expect, test } from './fixtures.ts'
import { focusByKeyboard } from './keyboard.ts'
import { signInTo } from './running-demo.ts'

/** A region of their own, so that no learner of another journey gets one of these accounts, or finds theirs down. */
const REGION = 'northamerica-south1'
const ACCOUNTS = 25

/** What axe finds on its screens, and whether they fit a phone, is shown by admin-console/src/features/deployments/pool/pool.test.tsx. */
test('an administrator handles a region that is down, and books accounts for a group of 25', async ({
  page,
  consoleErrors,
}) => {
  // Signs in as well: the cookie is the page's too.
  const call = await signInTo(page, '', 'admin', DEMO_PASSWORD)
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
    await book(page, ACCOUNTS)
    await expect(dialog.getByText(/^At the busiest moment, only \d+ of \d+ accounts are left/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await down.getByRole('button', { name: 'Mark as up' }).click()
    await expect(down).toBeHidden()
  })

  await test.step('then 25 are kept for a class, and given back', async () => {
    await book(page, ACCOUNTS)
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
  { length: ACCOUNTS },
  (_, n) => `9ea1e000-0000-4000-8000-0000000001${n.toString().padStart(2, '0')}`,
)

type Call = Awaited<ReturnType<typeof signInTo>>

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

/** By one call: how it is done on screen is told in support-accounts.spec.ts. */
async function retire(call: Call) {
  const ask = { action: 'azure_subscriptions.retire', ids, reason: 'It was a journey', confirm: ACCOUNTS }
  expect(await call('POST', '/admin/bulk_jobs', ask)).toMatchObject({ total: ACCOUNTS })
}
