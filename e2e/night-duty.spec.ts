import type { Page } from '@playwright/test'
import { holdPoolBesideServer, moveLabEndBesideServer } from '../api-server/test/servers/beside-server.ts'
import { ACCOUNT_PASSWORD, createAccount } from './steps/auth.ts'
import { deployLab } from './steps/lab.ts'
import { countPresses } from './steps/presses.ts'
import { type CheckAccessibility, expect, openInApp, signInOn, test } from './support/fixtures.ts'
import { readServerInfo } from './support/server-info.ts'
import { expectNoSidewaysScroll, PHONE } from './support/viewports.ts'

const LEARNER = 'night-learner'
const COURSE = 'google-cloud-offense'
const LAB = `/classroom/${COURSE}?section=service-accounts&lesson=borrowed-service-account`
const WHY = 'QUOTA_EXCEEDED: no e2-small left in europe-west1-b.'
const MOST_SECONDS = 60
const secondsSince = (at: number) => (Date.now() - at) / 1000

test('at night the pool is empty and a lab fails twice: support releases an account and retries; on a phone the learner claims, extends and resets the lab until its time runs out', {
  tag: '@postgres',
}, async ({ page, signIn, newDevice, baseURL, checkAccessibility }) => {
  await createAccount(page, LEARNER)
  const database = readServerInfo(baseURL).environment.DATABASE_URL ?? ''
  await holdPoolBesideServer(database, {
    ...{ cloud: 'gcp', username: LEARNER, course: COURSE },
    faults: [WHY, WHY],
  })
  const theirs = await newDevice()
  await signInOn(theirs, LEARNER, ACCOUNT_PASSWORD)
  await theirs.goto(LAB)
  await deployLab(theirs)
  await expect(theirs.getByText('Place 1', { exact: true })).toBeVisible()
  const failed = theirs.getByRole('alert').filter({ hasText: WHY })

  const expectPresses = await countPresses(page)
  await signIn('admin')
  await page.goto('/admin')
  const dialog = page.getByRole('dialog')
  let began = Date.now()

  await test.step('the queue is seen from the dashboard, one held account is released, and the first is served', async () => {
    await page.getByRole('link', { name: /^\d+ waiting$/ }).click()
    const queues = page.getByRole('list', { name: 'Queues' })
    await expect(queues).toContainText('Google Cloud: 1 lab or exam waiting')
    await expect(page.getByRole('row').filter({ hasText: LEARNER })).toContainText(/1 · /)
    await checkAccessibility(page, 'the queue')
    const google = queues.getByRole('listitem').filter({ hasText: 'Google Cloud' })
    await expect(google.getByRole('alert')).toContainText('No account will become free automatically')
    await google.getByRole('link', { name: /on hold/ }).click()
    await expect(page).toHaveURL(/gcp_projects/)
    await page.getByRole('row').filter({ hasText: 'Locked: hold' }).first().getByRole('link').first().click()
    await page.getByRole('button', { name: 'Release…' }).click()
    await dialog.getByLabel('Reason').fill('The pool is empty')
    await dialog.getByRole('button', { name: 'Release account' }).click()
    await expect(dialog).toBeHidden()
    await expect(failed, 'their page is open: it was built at once, and the cloud refused').toBeVisible({
      timeout: 30_000,
    })
  })
  await expectPresses(6)
  expect(secondsSince(began)).toBeLessThan(MOST_SECONDS)

  await theirs.getByRole('button', { name: 'Deploy again' }).click()
  await expect(failed).toBeHidden()
  await expect(failed).toBeVisible({ timeout: 60_000 })
  const sentence = (await failed.textContent()) ?? 'nothing'
  await theirs.close()
  began = Date.now()
  await test.step('support finds the learner, reads the sentence and the log, and tries the lab again for them', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(LEARNER)
    await page
      .getByRole('option', { name: new RegExp(LEARNER) })
      .first()
      .click()
    await page.getByRole('tab', { name: 'Deployments' }).click()
    const rows = page.getByRole('row').filter({ hasText: 'Failed' })
    await expect(rows).toHaveCount(2)
    await rows.first().getByRole('link').first().click()
    const reads = page.getByRole('region', { name: 'Learner’s view' })
    await expect(reads).toContainText(sentence)
    await reads.getByText('Log').last().click()
    await expect(reads.getByText(WHY, { exact: true })).toBeVisible()
    await checkAccessibility(page, 'a failed deployment')
    await page.getByRole('button', { name: 'Retry…' }).click()
    await dialog.getByLabel('Reason').fill('Failed twice by our fault')
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(/Reserved|Queued/)
  })
  await expectPresses(8)
  expect(secondsSince(began)).toBeLessThan(MOST_SECONDS)
  // A learner whose page is open when the account becomes free has nothing to claim.
  await expect(page.getByRole('main').getByRole('status').first()).toContainText('Reserved', { timeout: 60_000 })

  await test.step('their turn was kept while no page of theirs was open; on the phone they claim, extend and reset it, until its time runs out', async () => {
    const phone = await theirs.context().newPage()
    await phone.setViewportSize(PHONE)
    await expect(async () => {
      await phone.goto(LAB)
      await expect(phone.getByRole('button', { name: 'Claim the account' })).toBeVisible({ timeout: 15_000 })
    }).toPass({ timeout: 150_000 })
    await phone.getByRole('button', { name: 'Claim the account' }).click()
    const cloud = phone.getByRole('link', { name: /^Open console/ })
    await expect(cloud).toBeVisible({ timeout: 60_000 })
    const strip = phone.getByRole('region', { name: 'Lab status' })
    await expect(strip.getByRole('status')).toHaveText(/^Lab: Running\. It runs until \d\d:\d\d\.$/)

    await moveLabEndBesideServer(database, LEARNER, 600)
    await phone.reload()
    await expect(strip.getByRole('timer')).toContainText('09:')
    await strip.getByRole('button', { name: 'Extend' }).click()
    await expect(strip.getByRole('timer')).not.toContainText('09:')
    await expect(phone.getByText(/1 of 2 left$/)).toBeVisible()

    await phone.getByRole('button', { name: 'Reset', exact: true }).click()
    await phone.getByRole('button', { name: 'Reset the lab' }).click()
    await expect(cloud).toBeHidden()
    await expect(cloud).toBeVisible({ timeout: 60_000 })
    await checkAccessibility(phone, 'a lab that was reset, on a phone')
    await expectNoSidewaysScroll(phone)

    await moveLabEndBesideServer(database, LEARNER, 1)
    await expect(phone.getByText('The time for this lab ran out.')).toBeVisible({ timeout: 60_000 })
    await expect(strip.getByRole('status')).toHaveText(/^Lab: Ended\./)
  })
})

const AZURE_POOL = '/admin/azure_subscriptions'
const AZURE_LAB = '/admin/labs/a-machine-with-a-key/test'

test('an alarm about an empty pool is listed first, is acknowledged, and clears automatically', {
  tag: '@pool',
}, async ({ page, signIn, checkAccessibility }) => {
  await signIn('admin')

  await test.step('every free subscription is held: 4 clicks', () =>
    changeAll(page, { status: 'Available' }, { action: 'Hold Azure subscriptions', reason: 'The cloud is down' }))

  await test.step('an author tries a lab and waits: 1 click', async () => {
    await openInApp(page, AZURE_LAB)
    await page.getByRole('button', { name: 'Start test' }).click()
    await expect(page.getByRole('button', { name: 'End test' })).toBeVisible()
  })

  const alarm = page
    .getByRole('region', { name: 'Alarms' })
    .getByRole('listitem')
    .filter({ hasText: /No Azure subscription is free, and 1 lab or exam waits/ })
  await test.step('the alarm stands first, and is taken: 1 click', async () => {
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
  await openInApp(page, AZURE_LAB)
  await page.getByRole('button', { name: 'End test' }).click()
  await expect(page.getByText('Ending the test')).toBeVisible()
})

/** Does something to every subscription that the filter shows. */
async function changeAll(page: Page, filter: object, { action, reason }: { action: string; reason: string }) {
  await page.goto(`${AZURE_POOL}?filter=${encodeURIComponent(JSON.stringify(filter))}`)
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
