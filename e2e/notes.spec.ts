import { readFile } from 'node:fs/promises'
import { ACCOUNT_PASSWORD, createAccount } from './auth-steps.ts'
import { COURSE, videoPosition } from './course-steps.ts'
import { expect, signInOn, test } from './fixtures.ts'
import { expectNoSidewaysScroll } from './viewports.ts'

const LESSON = `/courses/${COURSE.slug}?section=identity&lesson=how-iam-decides`

test('on a phone a note is written at a second, found again from anywhere, opened there, and taken along as a file', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const username = `writer-${Date.now()}`
  await createAccount(page, username)
  await signInOn(page, username, ACCOUNT_PASSWORD)
  const panel = page.getByRole('region', { name: 'Your notes' })
  const video = page.locator('video')
  const staysInside = async () => await expectNoSidewaysScroll(page)

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
    await staysInside()
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
    await staysInside()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download all notes' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file).toContain('> \\# An explicit deny wins')
    expect(file).toContain('&at=3)')
  })
})
