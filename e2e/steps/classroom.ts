import type { Locator, Page, Response } from '@playwright/test'
import { expect } from '../support/fixtures.ts'

export const COURSE = { slug: 'aws-red-team-foundations', title: 'AWS Red Team Foundations' }

const video = (page: Page) => page.locator('video')
export const courseComplete = (page: Page) => page.getByRole('heading', { name: 'Course complete' })
export const videoPosition = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime)

async function playVideo(page: Page) {
  await expect(video(page)).toBeVisible()
  await expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(1)
  await video(page).evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
}

/** Plays the video until this second, pauses it there, and waits until the server has saved the position; returns it. */
export async function playVideoUntil(page: Page, second: number): Promise<number> {
  await playVideo(page)
  // Paused by the page itself: a film lasts six seconds, and one that has less than two left begins again at its start.
  const saved = page.waitForResponse(
    (response) => response.url().includes('/update_last_seen/') && response.ok() && savedPosition(response) >= second,
  )
  const position = await video(page).evaluate(async (element: HTMLVideoElement, until) => {
    while (element.currentTime < until)
      await new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }))
    element.pause()
    return element.currentTime
  }, second)
  await saved
  return position
}

const savedPosition = (response: Response): number => response.request().postDataJSON().position_seconds

/**
 * Watches the video of a lesson at double speed from where it is, until the lesson is complete. If the server has not counted
 * enough by the end, the video is watched again.
 */
export async function watchToTheEnd(page: Page) {
  await page.getByLabel('Speed').selectOption('2')
  const complete = page.getByText('Complete', { exact: true }).first()
  const ended = () => video(page).evaluate((element: HTMLVideoElement) => element.ended)
  for (let round = 0; round < 3; round++) {
    await playVideo(page)
    await expect.poll(ended, { timeout: 60_000 }).toBe(true)
    if (await appears(complete, 5_000)) return stayHere(page)
    await video(page).evaluate((element: HTMLVideoElement) => {
      element.currentTime = 0
    })
  }
  await expect(complete).toBeVisible()
  await stayHere(page)
}

/** A complete lesson would open the next one by itself, in the middle of what the journey does. */
async function stayHere(page: Page) {
  const stay = page.getByRole('button', { name: 'Stay here' })
  if (await appears(stay, 2_000)) await stay.click()
}

const appears = (locator: Locator, timeout: number) =>
  locator.waitFor({ state: 'visible', timeout }).then(
    () => true,
    () => false,
  )

/** Issues the certificate of a complete course, and opens it. */
export async function issueCertificate(page: Page) {
  await page.getByRole('button', { name: 'Get your certificate' }).click()
  await page.getByRole('button', { name: 'Issue my certificate' }).click()
  await page.getByRole('link', { name: 'See your certificate' }).click()
  await page.waitForURL(/\/certificates\/[\w-]+$/)
}

/** Opens the next lesson that is not complete; returns its title, or null when none is left. */
export async function openNextLesson(page: Page, course = COURSE.slug): Promise<string | null> {
  expect(await page.evaluate(() => location.pathname.split('/')[2])).toBe(course)
  await page.goto(`/classroom/${course}`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeVisible()
  return (await courseComplete(page).isVisible()) ? null : title.textContent()
}

/** Completes the open lesson, whatever its kind: a lab is solved by `solveLab`. */
export async function completeLesson(page: Page, title: string, solveLab: (title: string) => Promise<void>) {
  const lab = page.getByRole('heading', { name: 'Lab', exact: true })
  const markComplete = page.getByRole('button', { name: /^Mark complete/ })
  await video(page).or(lab).or(markComplete).first().waitFor()
  if (await video(page).isVisible()) return watchToTheEnd(page)
  if (await lab.isVisible()) return solveLab(title)
  const saved = page.waitForResponse((response) => response.url().includes('/courses/complete/') && response.ok())
  await markComplete.click()
  await saved
}
