import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { askForSweep } from '../api-server/test/servers/beside-server.ts'
import { emailOf, signUp } from './steps/auth.ts'
import { buyAndStart } from './steps/buying.ts'
import { findWayToVault } from './steps/exam.ts'
import { findFlagInShell, submitFlag } from './steps/lab.ts'
import { listSubjects } from './steps/mails.ts'
import { findViolations } from './support/axe.ts'
import { passUntilExam } from './support/beside-server.ts'
import { expect, signInOn, test } from './support/fixtures.ts'
import { readServerInfo } from './support/server-info.ts'
import { expectNoSidewaysScroll, PHONE } from './support/viewports.ts'

const TITLE = 'Azure Attack Path Specialist'
const USERNAME = 'candida'

test('an exam is bought on a phone, booked for an hour that comes, sat and passed', { tag: '@postgres' }, async ({
  page,
  baseURL,
  newDevice,
}) => {
  const database = readServerInfo(baseURL).environment.DATABASE_URL ?? ''
  await page.setViewportSize(PHONE)

  await test.step('bought from its tile, it leads to its room', async () => {
    await signUp(page, USERNAME)
    await page.goto('/courses')
    await buyExam(page)
  })

  await test.step('an hour of next month is booked, and its mail comes with the date', async () => {
    await chooseHour(page)
    await book(page)
    await expect.poll(() => listSubjects(page, emailOf(USERNAME))).toContain(`Your exam is booked: ${TITLE}`)
  })

  await test.step('a day before, a reminder comes by mail', async () => {
    await passUntilExam(database, USERNAME, 23 * 60)
    // The server looks once a minute. A look that began before the hour moved sees nothing of it, so each try asks for one.
    await expect(async () => {
      await askForSweep(database, 'exam-room.tell')
      expect(await listSubjects(page, emailOf(USERNAME))).toContain(`Your exam is tomorrow: ${TITLE}`)
    }).toPass({ timeout: 120_000 })
  })

  await test.step('before the hour, the candidate checks in while the environment is built', async () => {
    await passUntilExam(database, USERNAME, 30)
    // The room hears of it by itself.
    await page.getByRole('button', { name: 'Check in' }).click({ timeout: 60_000 })
    await expect(page.getByRole('heading', { name: 'You are checked in' })).toBeVisible()
    await expect(page.getByText('It is ready. Its credentials appear here once your exam begins.')).toBeVisible()
  })

  await test.step('the hour comes, and the exam begins by itself', async () => {
    await passUntilExam(database, USERNAME, 0)
    await expect(page.getByRole('heading', { name: 'Flags' })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('timer')).toBeVisible()
    await expectNoSidewaysScroll(page)
  })

  await test.step('flags are found and sent, the exam is handed in, and it is passed', async () => {
    await submitFlag(page, /Which application is owned by/, 'invoice-robot')
    const flag = await findFlagInShell(page, findWayToVault())
    await submitFlag(page, /Which flag does the secret/, flag)
    await page.getByRole('button', { name: 'I did this' }).click()
    await expect(page.getByText('75 of 100 points')).toBeVisible()
    await page.getByRole('button', { name: 'Hand in early' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
    await expect(page.getByRole('heading', { name: 'You passed' })).toBeVisible()
    await expect(page.getByText('75 points', { exact: true })).toBeVisible()
  })

  await test.step('the candidate shares the time line, and an employer recomputes it from disk without a network', async () => {
    await page.goto('/certificates')
    await page.getByRole('button', { name: 'Generate a certificate' }).click()
    await page.getByRole('button', { name: 'Generate', exact: true }).click()
    await page.goto('/certificates')
    await page.getByRole('button', { name: 'Sharing' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Full time line' }).click()
    const record = await (await downloading).path()
    const checker = test.info().outputPath('verify-record.html')
    writeFileSync(checker, await (await page.request.get('/verify-record.html')).body())
    const employer = await newDevice()
    await employer.context().setOffline(true)
    await employer.goto(pathToFileURL(checker).href)
    await employer.getByLabel('Record (JSON)').setInputFiles(record)
    await expect(employer.getByRole('heading', { name: 'The record holds' })).toBeVisible()
    await expect(employer.getByRole('row', { name: /^points holds 75$/ })).toBeVisible()
    await expect(employer.getByText(/^Not known: whether the certificate was revoked/)).toBeVisible()
    expect(await findViolations(employer, 'all')).toEqual([])
    await employer.getByLabel('Record (JSON)').setInputFiles(checker)
    await expect(employer.getByText('This is not a record')).toBeVisible()
    await employer.context().setOffline(false)
  })
})

test('an exam that the server opens late loses no time; after a fail the next date is shown; a missed attempt is given back', {
  tag: '@postgres',
}, async ({ page, baseURL, newDevice }) => {
  const database = readServerInfo(baseURL).environment.DATABASE_URL ?? ''
  const candidate = 'felix'
  await page.setViewportSize(PHONE)
  const chooser = page.getByRole('heading', { name: 'Choose your day and hour' })

  await test.step('handed in with nothing solved, it is failed, and the day of the next attempt is told', async () => {
    await signUp(page, candidate)
    await page.goto('/courses')
    await buyExam(page)
    await chooseHour(page)
    await book(page)
    // The server stood still while the hour came: nobody has prepared anything yet.
    await passUntilExam(database, candidate, -20)
    await page.reload()
    await page.getByRole('button', { name: 'Check in' }).click({ timeout: 60_000 })
    await expect(page.getByRole('heading', { name: 'Flags' })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('Late environment')).toBeVisible()
    await page.getByLabel('Your notes').fill('The vault is reached by the robot.')
    await expect(page.getByText('Saved.')).toBeVisible()
    await page.getByRole('button', { name: 'Hand in early' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
    await expect(page.getByRole('heading', { name: 'You did not pass this time' })).toBeVisible()
    await expect(page.getByText(/wait between two attempts\. You can book from \w+day, /)).toBeVisible()
    await page.getByText('Your notes', { exact: true }).click()
    await expect(page.getByText('The vault is reached by the robot.')).toBeVisible()
  })

  await test.step('after seven days the next attempt is booked, and missed', async () => {
    await passUntilExam(database, candidate, -8 * 24 * 60)
    await page.reload()
    await expect(chooser).toBeVisible({ timeout: 60_000 })
    await chooseHour(page)
    await book(page)
    await passUntilExam(database, candidate, 0)
    await expect(page.getByText('Everything is ready for you.')).toBeVisible({ timeout: 60_000 })
    await passUntilExam(database, candidate, -61)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'This exam was missed' })).toBeVisible({ timeout: 60_000 })
  })

  await test.step('an administrator restores the attempt, and the learner books it again', async () => {
    const desk = await newDevice()
    await signInOn(desk, 'admin')
    await desk.goto(`/admin/users/${candidate}/exams`)
    await desk.getByRole('button', { name: `Open ${TITLE} · attempt 1` }).click()
    await desk.getByText('Attempt timeline', { exact: true }).click()
    await expect(desk.getByRole('list', { name: 'Attempt timeline' })).toContainText('Late environment')
    await desk.getByLabel('Close').click()
    await desk.getByRole('button', { name: `Open ${TITLE} · attempt 2` }).click()
    await desk.getByRole('button', { name: 'Restore…' }).click()
    await desk.getByRole('textbox', { name: 'Reason' }).fill('Our mail came too late')
    await desk.getByRole('button', { name: 'Restore attempt', exact: true }).click()
    await expect(chooser).toBeVisible()
    await chooseHour(page)
    await book(page)
    await expect.poll(() => listSubjects(page, emailOf(candidate))).toContain(`You have your attempt back: ${TITLE}`)
  })
})

async function buyExam(page: Page) {
  await page.getByRole('link', { name: TITLE, exact: true }).click()
  await buyAndStart(page)
  await page.waitForURL(/\/examroom\//)
}

/** A free hour of the last day of next month that has one, so that there is a day before it whatever today is, and the rules. */
async function chooseHour(page: Page) {
  await page.getByRole('button', { name: 'Next month' }).click()
  await page
    .getByRole('gridcell')
    .getByRole('button', { name: / free hours?$/ })
    .last()
    .click()
  await page.getByRole('radio').first().check()
  await page.getByRole('checkbox', { name: /rules of this exam/ }).check()
}

async function book(page: Page) {
  await page.getByRole('button', { name: 'Book this hour' }).click()
  await expect(page.getByRole('heading', { name: 'Your date' })).toBeVisible()
}
