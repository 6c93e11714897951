/**
 * Takes the pictures of README.md and docs from a running demo, in which it deploys a lab:
 * `node e2e/scripts/readme-pictures.ts http://localhost:3000 PASSWORD`. With the URL of its Postgres and its DATA_DIR as further arguments, takes
 * those of an exam day, for which candidates sit an exam. With `empty`, takes those of a new server, with the password of its administrator `admin`.
 */
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { seatBesideServer } from '../../api-server/test/fixtures/seat-candidates.ts'
import { launchBrowser, openPage, settle, signInTo } from '../support/running-demo.ts'

const [origin = 'http://localhost:3000', password = '', database, dataDir = './data'] = process.argv.slice(2)
const folder = fileURLToPath(new URL('../../docs/img/', import.meta.url))
const COURSE = 'aws-red-team-foundations'

const browser = await launchBrowser()
const openConsole = () => openPage(browser, origin, { width: 1440, height: 900 })
try {
  if (database === 'empty') await firstSteps()
  else if (database) await examDay(database)
  else {
    await home()
    await classroom()
    await consoleAndCertificate()
    await content()
    await onCall()
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
  const page = await openConsole()
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

async function content() {
  const page = await openConsole()
  const call = await signInTo(page.request, origin, 'admin', password)
  await page.goto(`${origin}/admin/courses/${COURSE}/outline`)
  await page.getByText('sections').first().waitFor()
  await shoot(page, 'course-outline')

  await page.goto(`${origin}/admin/import_export`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export catalogue' }).click()
  const archive = await (await download).path()
  const course = `/admin/courses/${COURSE}`
  const { title, version } = await call('GET', course)
  const draft = await call('POST', course, { title: `${title} 2027`, version })
  await call('POST', `${course}/publish`, { version: draft.content_version })
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'autumn.zip', mimeType: 'application/zip' },
    buffer: readFileSync(archive),
  })
  await page.getByRole('button', { name: 'Import archive' }).waitFor()
  await shoot(page, 'import-export')
}

async function onCall() {
  const page = await openConsole()
  await signInTo(page.request, origin, 'admin', password)
  await page.goto(`${origin}/admin`)
  await page.getByRole('button', { name: 'Acknowledge' }).first().waitFor()
  await shoot(page, 'alarms')
  await page.goto(`${origin}/admin/pool`)
  await page.getByRole('heading', { name: 'Azure' }).waitFor()
  await shoot(page, 'pool')
  await page.goto(`${origin}/admin/operations`)
  await page.getByRole('heading', { name: 'Processes' }).waitFor()
  await shoot(page, 'operations')
}

async function firstSteps() {
  const page = await openConsole()
  await signInTo(page.request, origin, 'admin', password)
  await page.goto(`${origin}/admin`)
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  await shoot(page, 'first-steps')
}

/** A region fails under six candidates: the dry run, before their clocks are stopped; then who sits today, and the calendar. */
async function examDay(database: string) {
  const exam = 'azure-attack-path-specialist'
  const region = 'westeurope'
  await seatBesideServer(
    { DATABASE_URL: database, DATA_DIR: dataDir },
    { exam, region, prefix: 'candidate', people: 6 },
  )
  const page = await openConsole()
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
  await today.getByText('Open incident').first().waitFor()
  await today.evaluate((card) => card.scrollIntoView({ block: 'center' }))
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
