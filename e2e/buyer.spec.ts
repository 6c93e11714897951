import type { Page } from '@playwright/test'
import {
  askForSweep,
  finishLessonsBesideServer,
  letGiftDayComeBesideServer,
} from '../api-server/test/servers/beside-server.ts'
import { ACCOUNT_PASSWORD, emailOf, signUp } from './steps/auth.ts'
import { buySeats, fillCompany, payForSeats, useMailedCode } from './steps/buying.ts'
import { COURSE, issueCertificate } from './steps/classroom.ts'
import { findMailedLink, listMails } from './steps/mails.ts'
import { expect, test } from './support/fixtures.ts'
import { readServerInfo } from './support/server-info.ts'

const COMPANY = 'Westwind Ltd'
/** Its certificate names the company. */
const COMPANY_COURSE = 'azure-attack-paths'
const LAST_LESSON = 'writing-an-attack-path'

test('a company buys ten seats and gives nine out by pasting a list; the manager who is invited gives the tenth and sees that it is used; its learner gets a certificate with the company’s name', {
  tag: '@postgres',
}, async ({ page, newDevice, baseURL }) => {
  await test.step('the first manager buys ten seats, and keeps the company as an organisation', async () => {
    await signUp(page, 'org-buyer')
    await buySeats(page, COMPANY_COURSE, 10, async () => {
      await page.getByRole('radio', { name: 'Also their progress' }).check()
      await fillCompany(page, COMPANY)
      await page.getByRole('checkbox', { name: 'Save as an organisation' }).check()
    })
    await payForSeats(page)
  })

  await test.step('gives nine of them out at once', async () => {
    await page.getByRole('button', { name: 'Assign seats' }).click()
    const addresses = Array.from({ length: 9 }, (_, at) => emailOf(`seat-${at + 1}`))
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
    await page.getByLabel('E-mail address').fill(emailOf('org-second'))
    await page.getByRole('button', { name: 'Send an invitation' }).click()
    await expect(page.getByRole('button', { name: `Send again to ${emailOf('org-second')}` })).toBeVisible()
    await signUp(second, 'org-second')
    await second.goto(await findMailedLink(page, emailOf('org-second'), /\S+\/accept_invitation#token=\S+/))
    await second.getByRole('button', { name: 'Accept the invitation' }).click()
    await second.waitForURL(/\/organisations\/[^/]+$/)
  })

  await test.step('who gives a seat out', async () => {
    await second.getByRole('button', { name: /^Assign seat \d+ of/ }).click()
    await second.getByRole('dialog').getByLabel('E-mail address').fill(emailOf('org-learner'))
    await second.getByRole('dialog').getByRole('button', { name: 'Assign the seat' }).click()
    await expect(second.getByText(emailOf('org-learner')).first()).toBeVisible()
  })

  await test.step('a learner is told who sees what, and uses it', async () => {
    await signUp(page, 'org-learner')
    await useMailedCode(page, emailOf('org-learner'), () =>
      expect(page.getByText(`${COMPANY} paid for it`, { exact: false })).toBeVisible(),
    )
  })

  await test.step('the second manager sees that it is used, and the papers', async () => {
    await second.reload()
    const row = second.getByRole('row').filter({ hasText: emailOf('org-learner') })
    await expect(row.getByText('Used', { exact: true })).toBeVisible()
    await expect(row.getByText(/not started yet|started on/)).toBeVisible()
    await second.getByRole('link', { name: 'Orders and invoices' }).click()
    await expect(second.getByText('10 seats', { exact: false })).toBeVisible()
  })

  await test.step('the learner reads the last lesson, and the certificate names the company', async () => {
    const database = readServerInfo(baseURL).environment.DATABASE_URL ?? ''
    await finishLessonsBesideServer(database, { username: 'org-learner', course: COMPANY_COURSE, but: LAST_LESSON })
    await page.getByRole('link', { name: 'Start now' }).click()
    await page.getByRole('button', { name: /^Mark complete/ }).click()
    await issueCertificate(page)
    await expect(page.getByText(COMPANY).first()).toBeVisible()
  })
})

test('a gift goes out on its day and not before; its recipient without an account gets from the mail to what it opens, and the code reaches no server in an address', {
  tag: '@postgres',
}, async ({ page, newDevice, baseURL, checkAccessibility }) => {
  const database = readServerInfo(baseURL).environment.DATABASE_URL ?? ''
  const email = emailOf('vera')
  await test.step('bought for a friend, with a message and a day', async () => {
    await signUp(page, 'gift-giver')
    await buySeats(page, COURSE.slug, 1, async () => {
      await page.getByLabel(/^Recipients/).fill(email)
      await page.getByLabel(/^Message to the recipients/).fill('Happy birthday!')
      const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
      await page.getByLabel(/^Send on/).fill(day)
    })
    await payForSeats(page)
    expect(await listMails(page, email)).toEqual([])
  })

  const friend = await newDevice()
  const requested: string[] = []
  const listen = (device: Page) => device.context().on('request', (request) => requested.push(request.url()))
  listen(friend)
  const link = await test.step('the day comes', async () => {
    await letGiftDayComeBesideServer(database, 'gift-giver')
    await askForSweep(database, 'vouchers.mail')
    const found = await findMailedLink(page, email, /\S+\/activate_voucher#code=\S+/)
    const mails = await listMails(page, email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Happy birthday!')
    return found
  })
  const code = new URL(link).hash.slice('#code='.length)

  await test.step('the friend opens its link, and creates an account', async () => {
    await friend.goto(link)
    await expect(friend.getByText(/your code will be waiting/)).toBeVisible()
    await checkAccessibility(friend, 'sign-in with a voucher')
    await friend.getByRole('link', { name: 'Create an account' }).click()
    await friend.getByLabel('Your name').fill('Vera Voucher')
    await friend.reload()
    await friend.getByLabel('Your name').fill('Vera Voucher')
    await friend.getByLabel('E-mail address').fill(email)
    await friend.getByLabel('Username').fill('vera')
    await friend.getByLabel('Password', { exact: true }).fill(ACCOUNT_PASSWORD)
    await friend.getByLabel(/terms/).check()
    await friend.getByRole('button', { name: 'Create my account' }).click()
    await expect(friend.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  })

  const other = await newDevice()
  listen(other)
  await test.step('activates it on another device, and signs in there', async () => {
    await other.goto(await findMailedLink(page, email, /\S+\/activate_account#token=\S+/))
    await other.getByRole('button', { name: 'Activate my account' }).click()
    await other.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await other.getByLabel(/username or e-mail/i).fill('vera')
    await other.getByLabel('Password', { exact: true }).fill(ACCOUNT_PASSWORD)
    await other.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  })

  await test.step('finds the code there, and uses it', async () => {
    await expect(other.getByLabel('Code')).toHaveValue(code)
    await other.getByRole('button', { name: 'See what it opens' }).click()
    await expect(other.getByText(/without an end date|for \d+ days from now/)).toBeVisible()
    await checkAccessibility(other, 'what a voucher opens')
    await other.getByRole('button', { name: 'Activate' }).click()
    await other.getByRole('link', { name: 'Start now' }).click()
    await other.waitForURL(new RegExp(`/classroom/${COURSE.slug}`))
  })
  expect(requested.length).toBeGreaterThan(20)
  expect(requested.filter((url) => url.split('#')[0]?.includes(code))).toEqual([])
})
