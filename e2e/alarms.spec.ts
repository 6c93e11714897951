import type { Page } from '@playwright/test'
import { type CheckAccessibility, expect, openInApp, test } from './fixtures.ts'

/** No other journey on this server needs an account of this cloud. */
const POOL = '/admin/azure_subscriptions'
const LAB = '/admin/labs/a-machine-with-a-key/test'

test('a pool runs empty while somebody waits: it stands first on the home, is taken, and ends by itself', async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await signIn('admin')

  await test.step('every free subscription is held: 4 clicks', () =>
    changeAll(page, { status: 'Available' }, { action: 'Hold Azure subscriptions', reason: 'The cloud is down' }))

  await test.step('an author tries a lab and waits: 1 click', async () => {
    await openInApp(page, LAB)
    await page.getByRole('button', { name: 'Start test' }).click()
    await expect(page.getByRole('button', { name: 'End test' })).toBeVisible()
  })

  const alarm = page
    .getByRole('region', { name: 'Alarms' })
    .getByRole('listitem')
    .filter({ hasText: /No Azure subscription is free, and 1 lab or exam waits/ })
  await test.step('the alarm is first, and is acknowledged: 1 click', async () => {
    await openInApp(page, '/admin')
    await expect(alarm.getByText('Urgent')).toBeVisible()
    await checkAccessibility(page, 'alarms on the home')
    await alarm.getByRole('button', { name: 'Acknowledge' }).click()
    await expect(alarm).toContainText('assigned to admin')
  })

  await test.step('its link leads to what is not free, where all are released: 5 clicks', async () => {
    await alarm.getByRole('link', { name: 'Accounts in use or unavailable' }).click()
    await expect(page.getByRole('heading', { name: 'Azure subscriptions' })).toBeVisible()
    await changeAll(page, { lock_reason: 'hold' }, { action: 'Release Azure subscriptions', reason: 'It is back' })
  })

  await test.step('it has ended by itself, and its page tells how it went: 2 clicks', async () => {
    await expect(async () => {
      await page.goto(`/admin/alarms?filter=${encodeURIComponent('{"kind":"pool_empty","state":"ended"}')}`)
      await page.getByRole('link', { name: /No Azure subscription is free/ }).click({ timeout: 15_000 })
    }).toPass({ timeout: 240_000 })
    const history = page.getByRole('region', { name: 'History' })
    for (const what of ['Opened', 'admin was notified', 'admin acknowledged it', 'Cleared automatically'])
      await expect(history.getByText(what)).toBeVisible()
    await checkAccessibility(page, 'an alarm that has ended')
    await page.getByRole('link', { name: 'Alarms', exact: true }).first().click()
    await expect(page.getByRole('button', { name: 'Urgent' })).toBeVisible()
    await checkAccessibility(page, 'the list of alarms')
  })

  await lookAtTheRoster(page, checkAccessibility)
  await openInApp(page, LAB)
  await page.getByRole('button', { name: 'End test' }).click()
  await expect(page.getByText('Ending the test')).toBeVisible()
})

/** Does something to every subscription that the filter shows. */
async function changeAll(page: Page, filter: object, { action, reason }: { action: string; reason: string }) {
  await page.goto(`${POOL}?filter=${encodeURIComponent(JSON.stringify(filter))}`)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: `${action}…` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: new RegExp(`^${action}`) }).click()
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(/\d done/)
}

/** The lists and pages themselves are looked at by access.spec.ts. */
async function lookAtTheRoster(page: Page, checkAccessibility: CheckAccessibility) {
  await openInApp(page, '/admin/alarm_settings')
  await page.getByRole('button', { name: 'Edit…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click()
  await checkAccessibility(page, 'changing the roster')
}
