/**
 * Takes the pictures of README.md from a running demo, in which it deploys a lab:
 * `node e2e/scripts/readme-pictures.ts http://localhost:3000 PASSWORD`. With the address of its Postgres and its DATA_DIR as further words it
 * takes those of docs/operations.md, for which candidates sit an exam in it.
 */
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { seatBesideServer } from '../../api-server/test/fixtures/seat-candidates.ts'
import { launchBrowser, openPage, settle, signInTo } from '../support/running-demo.ts'

const [origin = 'http://localhost:3000', password = '', database, dataDir = './data'] = process.argv.slice(2)
const folder = fileURLToPath(new URL('../../docs/img/', import.meta.url))
const COURSE = 'aws-red-team-foundations'

const browser = await launchBrowser()
try {
  if (database) await examDay(database)
  else {
    await home()
    await classroom()
    await consoleAndCertificate()
  }
} finally {
  await browser.close()
}

async function home() {
  const page = await openPage(browser, origin)
  await page.goto(`${origin}/`)
  await shoot(page, 'home')
}

async function classroom() {
  const page = await openPage(browser, origin)
  const call = await signInTo(page.request, origin, 'learner', password)
  const course = await call('GET', `/courses/${COURSE}/details`)
  const labs = course.sections.flatMap((section: { slug: string; lessons: { slug: string; kind: string }[] }) =>
    section.lessons.filter((lesson) => lesson.kind === 'lab').map((lesson) => [section.slug, lesson.slug]),
  )
  const [section, lesson] = labs[0] as [string, string]
  // Refused where the lab already runs.
  await call('POST', `/labs/deploy/${COURSE}/${section}/${lesson}`, {}).catch(console.log)
  await page.goto(`${origin}/classroom/${COURSE}?section=${section}&lesson=${lesson}`)
  await page.getByRole('link', { name: /open console/i }).waitFor({ timeout: 60_000 })
  await page.getByRole('heading', { name: 'Lab', exact: true }).scrollIntoViewIfNeeded()
  await shoot(page, 'classroom')
}

async function consoleAndCertificate() {
  const page = await openPage(browser, origin)
  const call = await signInTo(page.request, origin, 'admin', password)
  await page.goto(`${origin}/admin/aws_accounts`)
  await page.getByText('Available').first().waitFor()
  await shoot(page, 'console')

  await page.goto(`${origin}/admin/users`)
  await page.getByRole('link', { name: 'learner', exact: true }).waitFor()
  await shoot(page, 'users')
  await page.goto(`${origin}/admin/users/learner/entitlements`)
  await page.getByRole('cell', { name: 'Course · AWS Red Team Foundations' }).waitFor()
  await shoot(page, 'person')

  const [certificate] = await call('GET', '/admin/certificates')
  if (!certificate) return console.log('There is no certificate: its picture stays as it is.')
  await page.goto(`${origin}/certificates/${certificate.id}`)
  await shoot(page, 'certificate')
}

/** A region fails under six candidates: the dry run, before their clocks are stopped; then who sits today, and the calendar. */
async function examDay(database: string) {
  const exam = 'azure-attack-path-specialist'
  const region = 'westeurope'
  await seatBesideServer(
    { DATABASE_URL: database, DATA_DIR: dataDir },
    { exam, region, prefix: 'candidate', people: 6 },
  )
  const page = await openPage(browser, origin)
  await signInTo(page.request, origin, 'admin', password)
  await page.goto(`${origin}/admin/exam_incidents/create`)
  await page.getByRole('textbox', { name: 'Title' }).fill('Outage in West Europe')
  await page.getByRole('combobox', { name: 'Region' }).click()
  await page.getByRole('option', { name: region }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Pause the clocks…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The cloud does not respond')
  await dialog.getByText('clocks will be paused').waitFor()
  await shoot(page, 'incident-dry-run')
  await dialog.getByRole('button', { name: 'Pause all clocks' }).click()
  await page.getByText('paused by this incident').waitFor()

  await page.goto(`${origin}/admin`)
  const today = page.getByRole('region', { name: 'Today’s exams' })
  await today.getByText('standing').waitFor()
  await shoot(page, 'exams-today')
  await page.goto(`${origin}/admin/exams/${exam}/calendar`)
  await page.getByRole('region', { name: 'The week, hour by hour' }).waitFor()
  await shoot(page, 'exam-calendar')
}

async function shoot(page: Page, name: string) {
  await settle(page)
  const path = `${folder}${name}.png`
  await page.screenshot({ path, animations: 'disabled' })
  console.log(`${name}: ${(statSync(path).size / 1_000).toFixed(0)} kB`)
}
