import { passUntilExam } from '../api-server/test/pass-exam-time.ts'
import { ACCOUNT_PASSWORD, createAccount } from './auth-steps.ts'
import { expect, test } from './fixtures.ts'
import { readFlagInCloud, submitFlag } from './lab-steps.ts'
import { listSubjects } from './mails.ts'
import { readServerInfo } from './server-info.ts'

const TITLE = 'Azure Attack Path Specialist'
const USERNAME = 'candida'

test.use({ viewport: { width: 390, height: 844 } })

test('an exam is bought on a phone, booked for an hour that comes, sat and passed', async ({
  page,
  signIn,
  baseURL,
  checkAccessibility,
}) => {
  const database = readServerInfo(baseURL).environment.DATABASE_URL ?? ''

  await test.step('bought from its tile, it leads to its room', async () => {
    await createAccount(page, USERNAME)
    await page.goto('/signin?next=/courses')
    await signIn(USERNAME, ACCOUNT_PASSWORD)
    await page.getByRole('link', { name: TITLE, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Buy for/ }).click()
    await page.waitForURL(/\/checkout\//)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.waitForURL(/\/purchase_voucher_success/)
    await page.getByRole('link', { name: 'Start now' }).click()
    await page.waitForURL(/\/examroom\//)
  })

  await test.step('an hour of next month is booked, and its mail comes with the date', async () => {
    await page.getByRole('button', { name: 'Next month' }).click()
    await page
      .getByRole('gridcell')
      .getByRole('button', { name: / free hours?$/ })
      .first()
      .click()
    await page.getByRole('radio').first().check()
    await page.getByRole('checkbox', { name: /rules of this exam/ }).check()
    await checkAccessibility(page, 'exam room, an hour is chosen')
    await page.getByRole('button', { name: 'Book this hour' }).click()
    await expect(page.getByRole('heading', { name: 'Your date' })).toBeVisible()
    await expect
      .poll(() => listSubjects(page, `${USERNAME}@learners.example`))
      .toContain(`Your exam is booked: ${TITLE}`)
  })

  await test.step('before the hour, the candidate checks in while the environment is built', async () => {
    await passUntilExam(database, USERNAME, 30)
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('button', { name: 'I am here' })).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await page.getByRole('button', { name: 'I am here' }).click()
    await expect(page.getByRole('heading', { name: 'You are checked in' })).toBeVisible()
    await expect(page.getByText('It is ready. Its credentials appear here once your exam begins.')).toBeVisible({
      timeout: 30_000,
    })
  })

  await test.step('the hour comes, and the exam begins by itself', async () => {
    await passUntilExam(database, USERNAME, 0)
    await expect(page.getByRole('heading', { name: 'Flags' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('timer')).toBeVisible()
    await checkAccessibility(page, 'exam room, sitting')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  await test.step('flags are found and sent, the exam is handed in, and it is passed', async () => {
    await submitFlag(page, /Which application is owned by/, 'invoice-robot')
    const flag = await readFlagInCloud(page, 'transfer-key', { account: 'Azure subscription' })
    await submitFlag(page, /Which flag does the secret/, flag)
    await page.getByRole('button', { name: 'I did this' }).click()
    await expect(page.getByText('75 of 100 points')).toBeVisible()
    await page.getByRole('button', { name: 'Hand in early' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Hand it in' }).click()
    await expect(page.getByRole('heading', { name: 'You passed' })).toBeVisible()
    await expect(page.getByText('75 points', { exact: true })).toBeVisible()
    await checkAccessibility(page, 'exam room, passed')
  })
})
