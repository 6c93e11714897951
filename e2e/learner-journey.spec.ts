import type { Page } from '@playwright/test'
import { finishLessonsBesideServer } from '../api-server/test/servers/beside-server.ts'
import { ACCOUNT_PASSWORD } from './auth-steps.ts'
import { buyForMyself } from './buy-steps.ts'
import { nukeHeldAccount } from './cloud-account-steps.ts'
import {
  COURSE,
  completeLesson,
  courseComplete,
  openNextLesson,
  playVideoUntil,
  videoPosition,
  watchAsVisitor,
  watchToTheEnd,
} from './course-steps.ts'
import { expect, signInOn, test } from './fixtures.ts'
import { solveLab } from './lab-steps.ts'
import { findMailedLink } from './mails.ts'
import { readServerInfo } from './server-info.ts'

const LAST_LESSON = 'writing-the-finding'
const EMAIL = 'ada@learners.example'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a visitor becomes a learner with a certificate, and an administrator sees the account come back clean', async ({
  page,
  newDevice,
  signInByForm,
  baseURL,
  checkAccessibility,
}) => {
  test.setTimeout(600_000)

  await test.step('finds a course in the catalogue', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Browse courses' }).click()
    await expect(heading(page)).toBeVisible()
    await page
      .getByRole('link', { name: new RegExp(COURSE.title) })
      .first()
      .click()
    await expect(heading(page)).toHaveText(COURSE.title)
  })

  await test.step('watches a free lesson on the page of its course, without an account', async () => {
    await page.getByRole('link', { name: 'How IAM decides' }).click()
    await watchAsVisitor(page, 2)
    await page.getByRole('link', { name: 'Create a free account' }).click()
    await page.waitForURL(/\/signup/)
  })

  await test.step('creates an account from there, and activates it by the link of the mail', async () => {
    await page.getByLabel('Username').fill('ada')
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('E-mail address').fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(ACCOUNT_PASSWORD)
    await page.getByLabel(/terms/).check()
    await page.getByRole('button', { name: 'Create my account' }).click()
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    await page.goto(await findMailedLink(page, EMAIL, /\S+\/activate_account#token=\S+/))
    await page.getByRole('button', { name: 'Activate my account' }).click()
    await expect(page.getByRole('heading', { name: 'Your account is active' })).toBeVisible()
  })

  await test.step('signs in, lands in that lesson and keeps what was watched', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL(/\/signin/)
    await signInByForm(EMAIL, ACCOUNT_PASSWORD)
    await page.waitForURL(new RegExp(`/courses/${COURSE.slug}\\?section=`))
    await checkAccessibility(page, 'what a visitor watched is offered')
    await page.getByRole('button', { name: 'Save to my account' }).click()
    await expect(page.getByText('What you watched is now in your account.')).toBeVisible()
    await expect.poll(() => videoPosition(page)).toBeGreaterThan(1)
  })

  await test.step('buys the course in the demo checkout', async () => {
    await buyForMyself(page)
    await page.waitForURL(/\/checkout\//)
    await checkAccessibility(page, 'checkout')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.waitForURL(/\/purchase_voucher_success/)
    await expect(heading(page)).toHaveText('Thank you')
    await checkAccessibility(page, 'purchase success')
    await page.getByRole('link', { name: 'Start now' }).click()
    await page.waitForURL(new RegExp(`/classroom/${COURSE.slug}`))
  })

  await test.step('watches a video, which resumes where it stopped', async () => {
    await expect(heading(page)).toHaveText('How IAM decides')
    await expect(page.getByRole('slider', { name: 'Position' })).toBeVisible()
    await page.getByRole('button', { name: 'Transcript' }).click()
    await expect(page.getByRole('button', { name: /Every call to AWS/ })).toBeVisible()
    await page.keyboard.press('?')
    await checkAccessibility(page, 'keys of the player')
    await page.keyboard.press('Escape')
    const stopped = await playVideoUntil(page, 2.5)
    await page.reload()
    await expect(heading(page)).toHaveText('How IAM decides')
    await expect.poll(() => videoPosition(page)).toBeGreaterThan(stopped - 1)
    await expect.poll(() => videoPosition(page)).toBeLessThan(stopped + 1)
    await watchToTheEnd(page)
  })

  await test.step('completes the lessons and labs of the course', async () => {
    const { DATABASE_URL } = readServerInfo(baseURL).environment
    let solved = 0
    for (let lesson = 0; lesson < 14; lesson++) {
      if (await courseComplete(page).isVisible()) break
      const title = await openNextLesson(page)
      if (title === null) break
      await completeLesson(page, title, async () => {
        await solveLab(page, title, checkAccessibility)
        solved += 1
      })
      // One lesson of each kind is done here; with LONG=1, or where the database cannot be reached, all of them.
      if (solved === 1 && DATABASE_URL && !process.env.LONG)
        await finishLessonsBesideServer(DATABASE_URL, { username: 'ada', course: COURSE.slug, but: LAST_LESSON })
    }
    await expect(courseComplete(page)).toBeVisible()
  })

  await test.step('gets a certificate, which anyone can open with its PDF', async () => {
    await page.getByRole('button', { name: 'Get your certificate' }).click()
    await page.getByRole('button', { name: 'Issue my certificate' }).click()
    await page.getByRole('link', { name: 'See your certificate' }).click()
    await page.waitForURL(/\/certificates\/[\w-]+$/)
    const address = page.url()
    expect(address).toContain(baseURL)
    const certificate = await newDevice()
    await certificate.goto(address)
    await expect(certificate.getByText('Ada Lovelace').first()).toBeVisible()
    await expect(certificate.getByText(COURSE.title).first()).toBeVisible()
    await expect(certificate.getByText(/valid/i).first()).toBeVisible()
    const pdf = await certificate.request.get(`${address.replace('/certificates/', '/api/v1/certificates/')}/pdf`)
    expect(pdf.headers()['content-type']).toContain('application/pdf')
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
    await checkAccessibility(page, 'certificate')
  })

  await test.step('is found by an administrator, who nukes an account that is held', async () => {
    const admin = await newDevice()
    const errors: string[] = []
    admin.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await signInOn(admin, 'admin')
    await admin.goto('/admin/users')
    await admin.getByLabel('Name or e-mail').fill('ada@learn')
    await expect(admin.getByText(EMAIL)).toBeVisible()
    await expect(admin.getByText(/^learner@/)).toBeHidden()
    await nukeHeldAccount(admin)
    expect(errors).toEqual([])
  })
})
