import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { finishLessonsBesideServer } from '../api-server/test/servers/beside-server.ts'
import { FULL_NAME, signUp } from './steps/auth.ts'
import { buyAndStart } from './steps/buying.ts'
import {
  COURSE,
  completeLesson,
  courseComplete,
  issueCertificate,
  openNextLesson,
  playVideoUntil,
  videoPosition,
  watchToTheEnd,
} from './steps/classroom.ts'
import { solveLab } from './steps/lab.ts'
import { expect, test } from './support/fixtures.ts'
import { readServerInfo } from './support/server-info.ts'
import { expectNoSidewaysScroll, PHONE } from './support/viewports.ts'

const LAST_LESSON = 'writing-the-finding'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a learner buys a course, completes it and gets a certificate that anyone can check', async ({
  page,
  newDevice,
  baseURL,
  checkAccessibility,
}) => {
  test.setTimeout(600_000)

  await test.step('finds a course in the catalogue, and buys it', async () => {
    await signUp(page, 'ada')
    await page.goto('/courses')
    await page
      .getByRole('link', { name: new RegExp(COURSE.title) })
      .first()
      .click()
    await expect(heading(page)).toHaveText(COURSE.title)
    await buyAndStart(page)
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
    await issueCertificate(page)
    const address = page.url()
    expect(address).toContain(baseURL)
    const certificate = await newDevice()
    await certificate.goto(address)
    await expect(certificate.getByText(FULL_NAME).first()).toBeVisible()
    await expect(certificate.getByText(COURSE.title).first()).toBeVisible()
    await expect(certificate.getByText(/valid/i).first()).toBeVisible()
    const pdf = await certificate.request.get(`${address.replace('/certificates/', '/api/v1/certificates/')}/pdf`)
    expect(pdf.headers()['content-type']).toContain('application/pdf')
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
    await checkAccessibility(page, 'certificate')
  })
})

const LESSON = `/courses/${COURSE.slug}?section=identity&lesson=how-iam-decides`

test('on a phone a learner writes a note at a second of a video, finds it by search, opens it there, and downloads all notes', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await signUp(page, 'writer')
  const panel = page.getByRole('region', { name: 'Your notes' })
  const video = page.locator('video')

  await test.step('written below a free lesson, where its film stands', async () => {
    await page.goto(LESSON)
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0)
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 3
    })
    await panel.getByRole('button', { name: 'Note at 0:03' }).click()
    await panel.getByLabel('Your note at 0:03').fill('# An explicit deny wins')
    await expect(panel.getByText('Saved.')).toBeVisible()
    await panel.getByRole('button', { name: 'Done' }).click()
    await panel.getByRole('button', { name: 'Bookmark', exact: true }).click()
    await expect(panel.getByRole('button', { name: 'Bookmark', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await expectNoSidewaysScroll(page)
  })

  await test.step('found by its words, and opened at its second', async () => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Go to' }).click()
    await page.getByRole('combobox').fill('explicit deny')
    await page.getByRole('option', { name: /explicit deny wins/ }).click()
    await expect(page).toHaveURL(/how-iam-decides&at=3$/)
    await expect.poll(() => videoPosition(page)).toBeCloseTo(3, 0)
  })

  await test.step('listed with the bookmark, and downloaded as text that stays text', async () => {
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Notes' }).click()
    await expect(page.getByRole('article')).toContainText('# An explicit deny wins')
    await expect(page.getByRole('heading', { name: 'Bookmarks' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download all notes' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file).toContain('> \\# An explicit deny wins')
    expect(file).toContain('&at=3)')
  })
})
