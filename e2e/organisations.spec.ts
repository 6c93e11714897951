import type { Page } from '@playwright/test'
import { finishLessonsBesideServer } from '../api-server/test/servers/beside-server.ts'
import { ACCOUNT_PASSWORD, createAccount } from './auth-steps.ts'
import { continueToPayment } from './buy-steps.ts'
import { expect, test } from './fixtures.ts'
import { findMailedLink } from './mails.ts'
import { readServerInfo } from './server-info.ts'

const COMPANY = 'Westwind Ltd'
/** Its certificate names the company. */
const COURSE = 'azure-attack-paths'
const LAST_LESSON = 'writing-an-attack-path'
const addressOf = (name: string) => `${name}@learners.example`

/** A new account, signed in: its first page opens so. How people sign in is shown elsewhere. */
async function signUp(page: Page, username: string) {
  await createAccount(page, username)
  const signedIn = await page.request.post('/api/v1/auth/signin', {
    form: { username, password: ACCOUNT_PASSWORD },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(signedIn.ok()).toBe(true)
}

test('a company buys ten seats and gives nine out by pasting a list; the manager who is invited gives the tenth and sees that it is used; its learner gets a certificate with the company’s name', async ({
  page,
  newDevice,
  baseURL,
}) => {
  await test.step('the first manager buys ten seats, and keeps the company as an organisation', async () => {
    await signUp(page, 'org-buyer')
    await page.goto(`/buy/course/${COURSE}?for=others`)
    await page.getByLabel('Number of seats').fill('10')
    await page.getByRole('radio', { name: 'Also their progress' }).check()
    await page.getByRole('checkbox', { name: /^I am buying for a company/ }).check()
    await page.getByLabel('Company', { exact: true }).fill(COMPANY)
    await page.getByLabel('Address', { exact: true }).fill('Main Street 1, Berlin')
    await page.getByRole('checkbox', { name: 'Save as an organisation' }).check()
    await continueToPayment(page)
    await page.waitForURL(/\/checkout\//)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByRole('link', { name: 'See your seats' }).click()
    await page.waitForURL(/\/seats$/)
  })

  await test.step('gives nine of them out at once', async () => {
    await page.getByRole('button', { name: 'Assign seats' }).click()
    const addresses = Array.from({ length: 9 }, (_, at) => addressOf(`seat-${at + 1}`))
    await page.getByLabel('E-mail addresses').fill(addresses.join('\n'))
    await page.getByRole('button', { name: 'Check the addresses' }).click()
    await page.getByRole('button', { name: 'Assign 9 seats' }).click()
    await expect(page.getByText('10 seats, 0 used, 1 free.', { exact: false })).toBeVisible()
  })

  const second = await newDevice()
  await test.step('a second manager is invited, and accepts', async () => {
    await page.goto('/organisations')
    await page.getByRole('link', { name: COMPANY, exact: true }).click()
    await page.getByRole('link', { name: 'Managers' }).click()
    await page.getByLabel('E-mail address').fill(addressOf('org-second'))
    await page.getByRole('button', { name: 'Send an invitation' }).click()
    await expect(page.getByRole('button', { name: `Send again to ${addressOf('org-second')}` })).toBeVisible()
    await signUp(second, 'org-second')
    await second.goto(await findMailedLink(page, addressOf('org-second'), /\S+\/accept_invitation#token=\S+/))
    await second.getByRole('button', { name: 'Accept the invitation' }).click()
    await second.waitForURL(/\/organisations\/[^/]+$/)
  })

  await test.step('who gives a seat out', async () => {
    await second.getByRole('button', { name: /^Assign seat \d+ of/ }).click()
    await second.getByRole('dialog').getByLabel('E-mail address').fill(addressOf('org-learner'))
    await second.getByRole('dialog').getByRole('button', { name: 'Assign the seat' }).click()
    await expect(second.getByText(addressOf('org-learner')).first()).toBeVisible()
  })

  const device = await newDevice()
  await test.step('a learner is told who sees what, and uses it', async () => {
    await signUp(device, 'org-learner')
    await device.goto(await findMailedLink(page, addressOf('org-learner'), /\S+\/activate_voucher#code=\S+/))
    await device.getByRole('button', { name: 'See what it opens' }).click()
    await expect(device.getByText(`${COMPANY} paid for it`, { exact: false })).toBeVisible()
    await device.getByRole('button', { name: 'Activate' }).click()
    await expect(device.getByRole('link', { name: 'Start now' })).toBeVisible()
  })

  await test.step('the second manager sees that it is used, and the papers', async () => {
    await second.reload()
    const row = second.getByRole('row').filter({ hasText: addressOf('org-learner') })
    await expect(row.getByText('Used', { exact: true })).toBeVisible()
    await expect(row.getByText(/not started yet|started on/)).toBeVisible()
    await second.getByRole('link', { name: 'Orders and invoices' }).click()
    await expect(second.getByText('10 seats', { exact: false })).toBeVisible()
  })

  await test.step('the learner reads the last lesson, and the certificate names the company', async () => {
    const database = readServerInfo(baseURL).environment.DATABASE_URL ?? ''
    await finishLessonsBesideServer(database, { username: 'org-learner', course: COURSE, but: LAST_LESSON })
    await device.getByRole('link', { name: 'Start now' }).click()
    await device.getByRole('button', { name: /^Mark complete/ }).click()
    await device.getByRole('button', { name: 'Get your certificate' }).click()
    await device.getByRole('button', { name: 'Issue my certificate' }).click()
    await device.getByRole('link', { name: 'See your certificate' }).click()
    await device.waitForURL(/\/certificates\/[\w-]+$/)
    await expect(device.getByText(COMPANY).first()).toBeVisible()
  })
})
