import type { Page } from '@playwright/test'
import { holdPoolBesideServer } from '../api-server/test/hold-pool.ts'
import { ACCOUNT_PASSWORD, createAccount, submitPassword } from './auth-steps.ts'
import { expect, test } from './fixtures.ts'
import { readServerInfo } from './server-info.ts'

const LEARNER = 'night-learner'
const COURSE = 'google-cloud-offense'
const LAB = { section: 'service-accounts', lesson: 'borrowed-service-account' }
const WHY = 'QUOTA_EXCEEDED: no e2-small left in europe-west1-b.'
const MOST_SECONDS = 60

test('the pool is empty at night, then a lab fails twice: support sees who waits, frees an account, reads the very sentence, and tries again', async ({
  page,
  signIn,
  newDevice,
  baseURL,
  checkAccessibility,
}) => {
  await createAccount(page, LEARNER)
  await holdPoolBesideServer(readServerInfo(baseURL).environment.DATABASE_URL ?? '', {
    ...{ cloud: 'gcp', username: LEARNER, course: COURSE },
    faults: [WHY, WHY],
  })
  const theirs = await newDevice()
  await submitPassword(theirs, LEARNER, ACCOUNT_PASSWORD)
  await theirs.waitForURL((url) => !url.pathname.startsWith('/signin'))
  await theirs.goto(`/classroom/${COURSE}?section=${LAB.section}&lesson=${LAB.lesson}`)
  await theirs.getByRole('button', { name: 'Deploy', exact: true }).click()
  await expect(theirs.getByText('Place 1', { exact: true })).toBeVisible()
  const failed = theirs.getByRole('alert').filter({ hasText: WHY })

  await page.addInitScript(countPresses)
  await page.goto('/signin?next=/admin')
  await signIn('admin')
  const dialog = page.getByRole('dialog')
  const began = { at: Date.now(), presses: await presses(page) }

  await test.step('the queue is seen from the dashboard, one held account is released, and the first is served', async () => {
    await page.getByRole('link', { name: /^\d+ waiting$/ }).click()
    const queues = page.getByRole('list', { name: 'Queues' })
    await expect(queues).toContainText('Google Cloud: 1 learner waiting')
    await expect(page.getByRole('row').filter({ hasText: LEARNER })).toContainText(/1 · /)
    await checkAccessibility(page, 'the queue')
    const google = queues.getByRole('listitem').filter({ hasText: 'Google Cloud' })
    await expect(google.getByRole('alert')).toContainText('No account becomes free by itself')
    await google.getByRole('link', { name: /held by administrators/ }).click()
    await expect(page).toHaveURL(/gcp_projects/)
    await page.getByRole('row').filter({ hasText: /hold/i }).first().getByRole('link').first().click()
    await page.getByRole('button', { name: 'Release…' }).click()
    await dialog.getByLabel('Reason').fill('The pool is empty')
    await dialog.getByRole('button', { name: 'Release the account' }).click()
    await expect(dialog).toBeHidden()
    await expect(failed, 'their page is open: it was built at once, and the cloud refused').toBeVisible({
      timeout: 30_000,
    })
  })
  const first = await tell(page, began)

  await theirs.getByRole('button', { name: 'Deploy again' }).click()
  await expect(failed).toBeHidden()
  await expect(failed).toBeVisible({ timeout: 30_000 })
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
    const reads = page.getByRole('region', { name: 'What its learner reads' })
    await expect(reads).toContainText((await failed.textContent()) ?? 'nothing')
    await reads.getByText('Log').last().click()
    await expect(reads.getByText(WHY, { exact: true })).toBeVisible()
    await checkAccessibility(page, 'a failed deployment')
    await page.getByRole('button', { name: 'Try again…' }).click()
    await dialog.getByLabel('Reason').fill('Failed twice by our fault')
    await dialog.getByRole('button', { name: 'Try it again' }).click()
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(/Held|Queued/)
  })
  const second = await tell(page, again)

  await expect(async () => {
    await theirs.reload()
    await expect(theirs.getByRole('button', { name: 'Claim it' })).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
  await theirs.getByRole('button', { name: 'Claim it' }).click()
  await expect(theirs.getByRole('link', { name: /^Open console/ })).toBeVisible({ timeout: 60_000 })
  await theirs.getByRole('button', { name: 'End', exact: true }).click()
  await theirs.getByRole('button', { name: 'End the lab' }).click()
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
