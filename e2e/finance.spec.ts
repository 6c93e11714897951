import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { programFile } from '../api-server/test/programs.ts'
import { askForSweep } from '../api-server/test/servers/beside-server.ts'
import { ACCOUNT_PASSWORD, createAccount, emailOf, signUp } from './steps/auth.ts'
import { buySeats, fillCompany, useMailedCode } from './steps/buying.ts'
import { COURSE } from './steps/classroom.ts'
import { listSubjects } from './steps/mails.ts'
import { type Call, DEMO_PASSWORD, expect, signInOn, test } from './support/fixtures.ts'
import { readServerInfo } from './support/server-info.ts'

/** A file whose cells have no commas. */
const readCsv = async (path: string) =>
  (await readFile(path, 'utf8'))
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))

/** Signs in as an administrator who may do what finance does, and nothing else. */
async function signInAsFinance(page: Page, admin: Call, username: string) {
  await createAccount(page, username)
  const { version } = await admin('GET', `/admin/user/${username}`)
  const rights = { roles: ['user', 'admin'], capabilities: ['finance'], current_password: DEMO_PASSWORD }
  await admin('PATCH', '/admin/user/', { username, version, ...rights })
  await signInOn(page, username, ACCOUNT_PASSWORD)
}

test('a company pays for ten seats by transfer in two parts, three seats are refunded, and finance closes a month', {
  tag: '@postgres',
}, async ({ page, newDevice, apiAs, checkAccessibility }) => {
  const buyer = await newDevice()
  await test.step('ordered with the papers first', async () => {
    await signUp(buyer, 'by-transfer')
    await buySeats(buyer, COURSE.slug, 10, async () => {
      await fillCompany(buyer, 'Team Ltd')
      await buyer.getByRole('radio', { name: 'By bank transfer' }).check()
      await buyer.getByLabel('Country', { exact: true }).selectOption('DE')
    })
    await buyer.waitForURL(/\/purchase_voucher_success\?order=/)
    await buyer.goto(`/orders/${new URL(buyer.url()).searchParams.get('order')}`)
    const download = buyer.waitForEvent('download')
    await buyer.getByRole('button', { name: 'Pro forma (PDF)' }).click()
    expect((await download).suggestedFilename()).toMatch(/^Flagyard pro forma FY-.*\.pdf$/)
  })
  const order = buyer.url().split('/').at(-1) ?? ''
  const dialog = page.getByRole('dialog')
  const enter = async (amount?: string) => {
    await page.getByRole('button', { name: 'Record transfer…' }).click()
    if (amount) await dialog.getByLabel(/^Amount in/).fill(amount)
    await dialog.getByRole('button', { name: 'Record transfer' }).click()
    await expect(dialog).toBeHidden()
  }
  await test.step('records a partial payment, then the rest', async () => {
    await signInAsFinance(page, await apiAs('admin'), 'finance-alone')
    await page.goto(`/admin/orders/${order}/payments`)
    await enter('100')
    await expect(page.getByText(/^€100 of/)).toBeVisible()
    await enter()
    await expect(page.getByText('No transfers received.')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Record transfer…' })).toBeHidden()
  })
  await test.step('the buyer has the seats and the invoice', async () => {
    await buyer.reload()
    await expect(buyer.getByRole('button', { name: /^Invoice INV-/ })).toBeVisible()
    await expect(buyer.getByRole('button', { name: 'Pro forma (PDF)' })).toBeHidden()
    await buyer.getByRole('link', { name: 'See the seats' }).click()
    await expect(buyer.getByText('10 seats, 0 used, 10 free.', { exact: false })).toBeVisible()
  })
  await test.step('refunds three seats after a preview', async () => {
    await page.getByRole('tab').first().click()
    await page.getByRole('button', { name: 'Refund…' }).click()
    await dialog.getByRole('radio', { name: 'Selected seats' }).check()
    for (const seat of [1, 2, 3]) await dialog.getByRole('checkbox', { name: new RegExp(`^Seat ${seat} ·`) }).check()
    await expect(dialog.getByRole('status').filter({ hasText: 'unused codes' })).toContainText(
      '3 unused codes stop working',
    )
    await checkAccessibility(page, 'refunding three seats')
    await dialog.getByLabel(/^Reason/).fill('Three people left')
    await dialog.getByRole('button', { name: /^Refund €/ }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Partially refunded').first()).toBeVisible()
    await buyer.goto(`/orders/${order}`)
    await expect(buyer.getByText(/was refunded to you/)).toBeVisible()
    await expect(buyer.getByRole('button', { name: /^Credit note CN-/ })).toBeVisible()
  })
  await test.step('the oldest month that is over is closed, and its file adds up to the cent', async () => {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Months' }).click()
    const oldest = page.getByRole('listitem').filter({ hasText: 'To be closed' })
    await oldest.getByRole('link').click()
    await page.getByRole('button', { name: 'Close…' }).click()
    await expect(dialog.getByText(/cannot reopen a closed month/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close month' }).click()
    await expect(page.getByText(/by finance-alone/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Close…' })).toBeHidden()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const [head = [], ...lines] = await readCsv(await (await download).path())
    const at = head.indexOf('Gross')
    const sumOf = (rows: string[][]) => rows.reduce((sum, row) => sum + Math.round(Number(row[at]) * 100), 0)
    const totals = lines.filter(([what]) => what === 'Total')
    expect(totals).not.toEqual([])
    expect(sumOf(lines.filter(([what]) => what !== 'Total'))).toBe(sumOf(totals))
  })
})

test('a payment that arrives after the order was cancelled is delivered; a dispute pauses access until finance wins it with the evidence', {
  tag: '@postgres',
}, async ({ page, newDevice, apiAs, baseURL, checkAccessibility }) => {
  const buyer = await newDevice()
  await signUp(buyer, 'disputed-buyer')
  await buySeats(buyer, COURSE.slug, 2, async () => {
    await buyer.getByLabel(/^Recipients/).fill(emailOf('disputed-learner'))
  })
  await buyer.waitForURL(/\/checkout\//)
  const order = buyer.url().split('/').at(-1) ?? ''
  const env = { ...process.env, ...readServerInfo(baseURL).environment }
  const bank = (said: string) =>
    promisify(execFile)(process.execPath, [programFile('bank'), baseURL ?? '', order, said], { env })
  await test.step('cancelled at the checkout, and paid at the bank all the same', async () => {
    await buyer.getByRole('button', { name: 'Cancel the order' }).click()
    await expect(buyer.getByRole('heading', { name: 'Order cancelled' })).toBeVisible()
    await bank('paid')
    await buyer.goto(`/orders/${order}`)
    await buyer.getByRole('link', { name: 'See the seats' }).click()
    await expect(buyer.getByText('2 seats, 0 used', { exact: false })).toBeVisible()
  })
  const learner = await newDevice()
  await signUp(learner, 'disputed-learner')
  await useMailedCode(learner, emailOf('disputed-learner'))

  const told = async (subject: string) => {
    await askForSweep(env.DATABASE_URL ?? '', 'orders.tell_of_disputes')
    await expect
      .poll(() => listSubjects(page, emailOf('disputed-learner')), { timeout: 120_000 })
      .toContain(`“${COURSE.title}” ${subject}`)
  }

  await test.step('opened: the access is paused, and the learner is told', async () => {
    await bank('dispute_opened')
    await learner.goto(`/classroom/${COURSE.slug}`)
    await expect(learner.getByText(/under review/).first()).toBeVisible()
    await told('is paused')
  })
  await test.step('finance downloads the evidence', async () => {
    await signInAsFinance(page, await apiAs('admin'), 'finance-of-disputes')
    await page.goto(`/admin/orders/${order}/payments`)
    await expect(page.getByText(/evidence due/)).toBeVisible()
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await expect(page.getByText('The payment came after the order was cancelled.', { exact: false })).toBeVisible()
    await page.getByRole('tab', { name: 'Payments' }).click()
    await checkAccessibility(page, 'disputed order')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download evidence (ZIP)' }).click()
    expect((await download).suggestedFilename()).toMatch(/^evidence-.*\.zip$/)
  })
  await test.step('won: it is open again', async () => {
    await bank('dispute_won')
    await learner.goto(`/classroom/${COURSE.slug}`)
    await expect(learner.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(learner.getByText(/under review/)).toBeHidden()
    await told('is open again')
    await page.reload()
    await expect(page.getByText(/· won/)).toBeVisible()
  })
})
