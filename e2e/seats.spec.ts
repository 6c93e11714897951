import { ACCOUNT_PASSWORD, createAccount } from './auth-steps.ts'
import { continueToPayment } from './buy-steps.ts'
import { COURSE } from './course-steps.ts'
import { expect, signInOn, test } from './fixtures.ts'
import { findMailedLink } from './mails.ts'

const BUYER = 'team-lead'
const learner = (number: number) => `seat-${number}`
const addressOf = (name: string) => `${name}@learners.example`

test('a buyer of ten seats gives them out by pasting a list, and the tenth learner learns', async ({
  page,
  newDevice,
  checkAccessibility,
}) => {
  await test.step('buys ten seats for the team', async () => {
    await createAccount(page, BUYER)
    await signInOn(page, BUYER, ACCOUNT_PASSWORD)
    await page.goto(`/courses/${COURSE.slug}`)
    await page.getByRole('main').getByRole('link', { name: 'Buy for my team' }).click()
    await page.getByLabel('How many').fill('10')
    await page.getByRole('radio', { name: 'Their progress, too' }).check()
    await page.getByRole('checkbox', { name: /^I buy for a company/ }).check()
    await page.getByLabel('Company', { exact: true }).fill('Team Ltd')
    await page.getByLabel('Address', { exact: true }).fill('Main Street 1, Berlin')
    await checkAccessibility(page, 'buying for a team')
    await continueToPayment(page)
    await page.waitForURL(/\/checkout\//)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByRole('link', { name: 'See your seats' }).click()
    await page.waitForURL(/\/seats$/)
  })

  await test.step('gives all of them out at once', async () => {
    await page.getByRole('button', { name: 'Give out seats' }).click()
    const addresses = Array.from({ length: 10 }, (_, at) => addressOf(learner(at + 1)))
    await page.getByLabel('E-mail addresses').fill(addresses.join('\n'))
    await page.getByRole('button', { name: 'Check the addresses' }).click()
    await page.getByRole('button', { name: 'Give out 10 seats' }).click()
    await expect(page.getByText('10 seats, 0 used, 0 free.', { exact: false })).toBeVisible()
    await checkAccessibility(page, 'seats of an order')
  })

  await test.step('the tenth learner is told who sees what, activates the seat and begins', async () => {
    const device = await newDevice()
    await createAccount(device, learner(10))
    await signInOn(device, learner(10), ACCOUNT_PASSWORD)
    await device.goto(await findMailedLink(page, addressOf(learner(10)), /\S+\/activate_voucher#code=\S+/))
    await device.getByRole('button', { name: 'See what it opens' }).click()
    await expect(device.getByText('Team Ltd paid for it and can see when you start', { exact: false })).toBeVisible()
    await device.getByRole('button', { name: 'Activate it' }).click()
    await device.getByRole('link', { name: 'Start now' }).click()
    await device.waitForURL(new RegExp(`/classroom/${COURSE.slug}`))
    await expect(device.getByRole('heading', { level: 1 })).toBeVisible()
  })

  await test.step('the buyer sees that the seat is used, and by whom', async () => {
    await page.reload()
    await expect(page.getByText('10 seats, 1 used, 0 free.', { exact: false })).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: addressOf(learner(10)) })
    await expect(row.getByText('Used', { exact: true })).toBeVisible()
    await expect(row.getByText(/not started yet|started on/)).toBeVisible()
  })
})
