import type { Page } from '@playwright/test'
import { holdPoolBesideServer, moveLabEndBesideServer } from '../api-server/test/servers/beside-server.ts'
import { ACCOUNT_PASSWORD, createAccount } from './auth-steps.ts'
import { expect, signInOn, test } from './fixtures.ts'
import { readServerInfo } from './server-info.ts'
import { expectNoSidewaysScroll } from './viewports.ts'

const LEARNER = 'night-learner'
const COURSE = 'google-cloud-offense'
const LAB = `/classroom/${COURSE}?section=service-accounts&lesson=borrowed-service-account`
const PHONE = { viewport: { width: 390, height: 844 } }
const WHY = 'QUOTA_EXCEEDED: no e2-small left in europe-west1-b.'
const MOST_SECONDS = 60

test('the pool is empty at night, then a lab fails twice: support frees an account and tries again; on their phone the learner waits, extends, resets and runs out of time', async ({
  page,
  signIn,
  newDevice,
  baseURL,
  checkAccessibility,
}) => {
  await createAccount(page, LEARNER)
  const database = readServerInfo(baseURL).environment.DATABASE_URL ?? ''
  await holdPoolBesideServer(database, {
    ...{ cloud: 'gcp', username: LEARNER, course: COURSE },
    faults: [WHY, WHY],
  })
  const theirs = await newDevice(PHONE)
  await signInOn(theirs, LEARNER, ACCOUNT_PASSWORD)
  await theirs.goto(LAB)
  await theirs.getByRole('button', { name: 'Deploy', exact: true }).click()
  await expect(theirs.getByText('Place 1', { exact: true })).toBeVisible()
  const failed = theirs.getByRole('alert').filter({ hasText: WHY })

  await page.addInitScript(countPresses)
  await signIn('admin')
  await page.goto('/admin')
  const dialog = page.getByRole('dialog')
  const began = { at: Date.now(), presses: await presses(page) }

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
    await page.getByRole('row').filter({ hasText: /hold/i }).first().getByRole('link').first().click()
    await page.getByRole('button', { name: 'Release…' }).click()
    await dialog.getByLabel('Reason').fill('The pool is empty')
    await dialog.getByRole('button', { name: 'Release account' }).click()
    await expect(dialog).toBeHidden()
    await expect(failed, 'their page is open: it was built at once, and the cloud refused').toBeVisible({
      timeout: 30_000,
    })
  })
  const first = await tell(page, began)

  await theirs.getByRole('button', { name: 'Deploy again' }).click()
  await expect(failed).toBeHidden()
  await expect(failed).toBeVisible({ timeout: 60_000 })
  const sentence = (await failed.textContent()) ?? 'nothing'
  await theirs.close()
  const again = { at: Date.now(), presses: await presses(page) }
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
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(/Held|Queued/)
  })
  const second = await tell(page, again)
  // Whoever opens their page while the account is still being cleaned is there when it is free, and has nothing to claim.
  await expect(page.getByRole('main').getByRole('status').first()).toContainText('Held', { timeout: 60_000 })

  await test.step('their turn was kept while no page of theirs was open; on the phone they claim, extend and reset it, until its time runs out', async () => {
    const phone = await theirs.context().newPage()
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
  expect(first.presses, 'presses until the first is served').toBeLessThanOrEqual(6)
  expect(second.presses, 'presses from the ticket to the next try').toBeLessThanOrEqual(8)
  for (const { seconds } of [first, second]) expect(seconds).toBeLessThan(MOST_SECONDS)
})

interface Moment {
  at: number
  presses: number
}

/** How long it took, and how many presses. */
async function tell(page: Page, began: Moment) {
  const told = { seconds: (Date.now() - began.at) / 1000, presses: (await presses(page)) - began.presses }
  test.info().annotations.push({ type: 'took', description: JSON.stringify(told) })
  return told
}

function countPresses() {
  addEventListener('pointerdown', ({ isTrusted }) => {
    if (isTrusted) sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses') ?? 0) + 1))
  })
}

const presses = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('presses') ?? 0))
