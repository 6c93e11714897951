import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Page, request } from '@playwright/test'
import { makeHostile } from '../api-server/test/fixtures/hostile-content.ts'
import { pdfText } from '../api-server/test/fixtures/pdf-text.ts'
import { ACCOUNT_PASSWORD, createAccount, emailOf } from './steps/auth.ts'
import { buySeats, fillCompany, useMailedCode } from './steps/buying.ts'
import { completeLesson, courseComplete, openNextLesson, watchToTheEnd } from './steps/classroom.ts'
import { expectHarmless } from './steps/hostile-texts.ts'
import { deployLab, handInFlag } from './steps/lab.ts'
import { listMails } from './steps/mails.ts'
import { expect, signInOn, test } from './support/fixtures.ts'
import { readServerInfo } from './support/server-info.ts'

const AUTHOR = { username: 'ivo', email: 'ivo@academy.example', password: 'a phrase that nobody guesses' }
const BRAND = 'Northwind Academy'
/** Pages that a learner, buyer or employer opens. */
const PAGES = [
  ...[
    '/',
    '/courses',
    '/labs',
    '/exams',
    '/bundles',
    '/faqs',
    '/accessibility',
    '/terms',
    '/privacy',
    '/contact',
    '/dashboard',
    '/notes',
  ],
  ...['/profile', '/certificates', '/vouchers', '/orders', '/organisations', '/classroom/first-steps-in-iam'],
]
const COURSE = { slug: 'first-steps-in-iam', title: 'First steps in IAM' }
const LAB = { slug: 'a-door-left-open', title: 'A door left open', answer: 'deploy-bot' }
const SELLER = [
  ['Name', `${BRAND} Ltd`],
  ['Address', 'Harbour Street 1, Hamburg'],
  ['IBAN', 'DE89370400440532013000'],
  ['E-mail', 'invoices@academy.example'],
] as const
/** Of the sample. */
const SAMPLE = 'aws-red-team-foundations'
const EXAM = 'aws-red-team-expert'
const film = (name: string) => fileURLToPath(new URL(`videos/${name}`, import.meta.url))

/** A new company's first day: a server without the demo, with an empty catalogue, on Postgres, with its files in a bucket. */
test('a course is written in the browser, published, sold, taken by a learner to a certificate, and changed as files', {
  tag: '@production',
}, async ({ page, newDevice, signIn, baseURL, checkAccessibility }) => {
  test.setTimeout(600_000)

  await test.step('the command line makes the administrator, and a visitor sees that nothing is there yet', async () => {
    await run(baseURL, 'admin', ['create', AUTHOR.username, AUTHOR.email, '--password-stdin'], AUTHOR.password)
    await page.goto('/courses')
    await checkAccessibility(page, 'an empty catalogue')
  })

  await test.step('the sample is imported', async () => {
    await signIn(AUTHOR.username, AUTHOR.password)
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
    await checkAccessibility(page, 'first steps')
    await page.getByRole('button', { name: 'Import sample…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Import sample' }).click()
    await expect(page.getByText('Sample imported')).toBeVisible({ timeout: 60_000 })
  })

  await test.step('the site gets the name of the company', async () => {
    await page.goto('/admin/brand')
    await page.getByRole('button', { name: 'Edit…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /^Name/ }).fill(BRAND)
    await dialog.getByLabel('Accent colour, light theme').fill('#0b5cad')
    await checkAccessibility(page, 'form of the brand')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Brand saved')).toBeVisible()
  })

  await test.step('the seller and a tax rate are entered, for bank transfers and invoices', async () => {
    const dialog = page.getByRole('dialog')
    await page.goto('/admin/seller')
    await page.getByRole('button', { name: 'Change…' }).click()
    for (const [label, text] of SELLER) await dialog.getByRole('textbox', { name: label }).fill(text)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Seller saved')).toBeVisible()
    await page.goto('/admin/tax_rates/create')
    await page.getByRole('combobox', { name: 'Country' }).fill('Germ')
    await page.getByRole('option', { name: 'Germany' }).click()
    await page.getByRole('spinbutton', { name: 'Rate (%)' }).fill('19')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/tax_rates(\/[\w-]+)?$/)
  })

  await test.step('its terms are published', async () => {
    await page.goto('/admin/legal_pages/terms')
    await page.getByRole('textbox', { name: 'Text' }).fill(`## Scope\n\nThe terms of ${BRAND}.`)
    await checkAccessibility(page, 'draft of the terms')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('Draft saved')).toBeVisible()
    await page.getByRole('button', { name: 'Publish now…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
    await expect(page.getByText(/Version 1 in effect/)).toBeVisible()
  })

  await test.step('a lab is written, tried by its author and published', async () => {
    await addCloudAccount(page)
    await page.goto('/admin/labs/create')
    await page.getByLabel('Slug').fill(LAB.slug)
    await page.getByLabel('Title').fill(LAB.title)
    await page.getByLabel('Terraform module').fill('modules/open-door')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(LAB.title)
    await page.getByRole('button', { name: 'Add flag' }).click()
    const flag = page.getByRole('group', { name: 'Flags' })
    await flag.getByLabel('Title').fill('The door')
    await flag.getByLabel('Question').fill('Which user left the door open?')
    await flag.getByLabel('Secret').fill(LAB.answer)
    await page.getByLabel('Description').fill('Somebody left a door open.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Lab saved')).toBeVisible()
    await checkAccessibility(page, 'editor of a lab')
    await page.getByRole('tab', { name: 'Test' }).click()
    await page.getByRole('button', { name: 'Start test' }).click()
    await page.getByLabel('Flag for The door').fill(LAB.answer, { timeout: 90_000 })
    await page.getByRole('button', { name: 'Check The door' }).click()
    await expect(page.getByText('Solved', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'End test' }).click()
    await page.getByRole('tab', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Publish now…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
    await expect(page.getByText('Published').first()).toBeVisible()
  })

  await test.step('a course is written: a film with captions, a reading and the lab', async () => {
    await page.goto('/admin/courses/create')
    await page.getByLabel('Title').fill(COURSE.title)
    await expect(page.getByLabel('Slug')).toHaveValue(COURSE.slug)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(COURSE.title)
    await page.getByRole('textbox', { name: 'Description' }).fill('What **IAM** is.')
    await page.getByLabel('Price', { exact: true }).fill('49')
    await save(page, 'Course saved')
    await page.getByRole('tab', { name: 'Certificate and feedback' }).click()
    await page.getByLabel('Certificate', { exact: true }).click()
    await page.getByRole('option', { name: 'For all required lessons', exact: true }).click()
    await save(page, 'Course saved')
    await page.getByRole('tab', { name: 'Outline' }).click()
    await page
      .getByRole('button', { name: /section/i })
      .first()
      .click()
    await fillPart(page, { title: 'Identity' })
    await addLesson(page, { title: 'The film', kind: 'Video' })
    await addLesson(page, { title: 'The text', kind: 'Reading' })
    await addLesson(page, { title: 'The door', kind: 'Lab' })
    await save(page, 'Outline saved')
    await checkAccessibility(page, 'outline of a course')
  })
  await test.step('its lessons get what they teach', async () => {
    await page.getByRole('treegrid').getByText('The film').click()
    await page
      .getByLabel('Video', { exact: true })
      .and(page.locator('input'))
      .setInputFiles(film('how-iam-decides.webm'))
    await page.getByLabel('Caption file').setInputFiles(film('how-iam-decides.vtt'))
    await save(page, 'Lesson saved')
    await page.getByRole('link', { name: 'Next: The text' }).click()
    await page.getByRole('textbox', { name: 'Text' }).fill('# Roles\n\nA role is *assumed*.')
    await save(page, 'Lesson saved')
  })
  await test.step('it is published', async () => {
    await page.goto(`/admin/courses/${COURSE.slug}/publish`)
    await expect(page.getByRole('heading', { name: 'Ready to publish' })).toBeVisible()
    await page.getByRole('button', { name: 'Publish now…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
    await expect(page.getByText('Published').first()).toBeVisible()
  })

  const learner = await newDevice()
  let orderPath = ''
  await test.step('a seat is sold for a bank transfer, and the learner opens the course by the mailed code', async () => {
    await createAccount(learner, 'nora')
    await signInOn(learner, 'nora', ACCOUNT_PASSWORD)
    await buySeats(learner, COURSE.slug, 1, async () => {
      await fillCompany(learner, 'Harbour Ltd')
      await learner.getByRole('radio', { name: 'By bank transfer' }).check()
      await learner.getByLabel('Country', { exact: true }).selectOption('DE')
    })
    await learner.waitForURL(/order=/)
    const order = new URL(learner.url()).searchParams.get('order') ?? ''
    orderPath = `/orders/${order}`
    await page.goto(`/admin${orderPath}/payments`)
    await page.getByRole('button', { name: 'Record transfer…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Record transfer' }).click()
    await expect(page.getByText('No transfers received.')).toBeHidden()
    await learner.goto(orderPath)
    await learner.getByRole('link', { name: 'See the seats' }).click()
    await learner.getByRole('button', { name: /^Assign seat 1/ }).click()
    await learner.getByRole('dialog').getByLabel('E-mail address').fill(emailOf('nora'))
    await learner.getByRole('dialog').getByRole('button', { name: 'Assign the seat' }).click()
    await useMailedCode(learner, emailOf('nora'))
  })

  await test.step('the learner takes it to a certificate', async () => {
    await learner.getByRole('link', { name: 'Start now' }).click()
    await watchToTheEnd(learner)
    await openNextLesson(learner, COURSE.slug)
    await completeLesson(learner, 'The text', () => Promise.reject(new Error('This lesson has no lab')))
    await openNextLesson(learner, COURSE.slug)
    await deployLab(learner)
    await expect(learner.getByRole('link', { name: /^Open console/ })).toBeVisible({ timeout: 90_000 })
    await handInFlag(learner, LAB.answer)
    await expect(courseComplete(learner)).toBeVisible()
    await learner.getByRole('button', { name: 'Get your certificate' }).click()
    await learner.getByRole('button', { name: 'Issue my certificate' }).click()
    await learner.getByRole('link', { name: 'See your certificate' }).click()
    await expect(learner.getByText(`Issued by ${BRAND}`)).toBeVisible()
  })

  await test.step('the learner’s pages, e-mails and certificate name the company and not Flagyard', async () => {
    const certificate = new URL(learner.url()).pathname
    for (const path of [...PAGES, orderPath, `${orderPath}/seats`, certificate]) {
      await learner.goto(path)
      await expect(learner).toHaveTitle(new RegExp(BRAND))
      await expect(learner.getByRole('main').getByRole('heading').first(), path).toBeVisible()
      await expect(learner.getByText('Loading', { exact: false }), path).toHaveCount(0)
      expect(await learner.content(), path).not.toContain('Flagyard')
    }
    const mails = await listMails(learner, emailOf('nora'))
    expect(mails.length).toBeGreaterThan(1)
    expect(mails.filter((mail) => JSON.stringify(mail).includes('Flagyard'))).toEqual([])
    await learner.goto(orderPath)
    const invoice = learner.waitForEvent('download')
    await learner.getByRole('button', { name: /^Invoice INV-/ }).click()
    expect((await invoice).suggestedFilename()).not.toContain('Flagyard')
    const pdfs = [
      await readFile(await (await invoice).path()),
      await (await learner.request.get(`/api/v1${certificate}/pdf`)).body(),
    ]
    for (const pdf of pdfs) {
      expect(pdfText(pdf)).toContain(BRAND)
      expect(pdfText(pdf)).not.toContain('Flagyard')
    }
  })

  await test.step('the course leaves as files, comes back with another text, and the learner’s progress stands', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'flagyard-content-'))
    await run(baseURL, 'content', ['export', folder])
    const file = join(folder, `courses/${COURSE.slug}/identity/the-text.md`)
    await writeFile(file, (await readFile(file, 'utf8')).replace('*assumed*', 'borrowed for an hour'))
    await run(baseURL, 'content', ['import', folder])
    await rm(folder, { recursive: true })
    await learner.goto(`/classroom/${COURSE.slug}?section=identity&lesson=the-text`)
    await expect(learner.getByText('A role is borrowed for an hour.')).toBeVisible()
    await learner.goto(`/classroom/${COURSE.slug}`)
    await expect(courseComplete(learner)).toBeVisible()
  })

  await test.step('what an author writes against readers is read by them and runs nowhere', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'flagyard-hostile-'))
    await run(baseURL, 'content', ['export', folder])
    await makeHostile(folder)
    await run(baseURL, 'content', ['import', folder])
    await rm(folder, { recursive: true })
    await giveExam(new URL(page.url()).origin, EXAM)
    const lessons = ['the-film', 'the-text', 'the-door'].map((lesson) => `section=identity&lesson=${lesson}`)
    for (const address of [
      '/courses',
      '/bundles',
      ...[COURSE.slug, SAMPLE].map((slug) => `/courses/${slug}`),
      ...lessons.map((query) => `/classroom/${COURSE.slug}?${query}`),
      `/examroom/${EXAM}`,
      '/dashboard',
    ])
      await expectHarmless(learner, address)
    for (const address of [
      ...['courses', 'labs', 'exams', 'bundles', 'feedback_forms'],
      ...['', '/outline', '/publish'].map((tab) => `courses/${SAMPLE}${tab}`),
      ...[`labs/${LAB.slug}`, `labs/${LAB.slug}/publish`, `exams/${EXAM}`, 'bundles/three-clouds'],
    ])
      await expectHarmless(page, `/admin/${address}`)
  })
})

/** The learner of the journey gets an exam by a voucher. */
async function giveExam(origin: string, target: string) {
  const author = await apiOf(origin, AUTHOR.username, AUTHOR.password)
  const voucher = { target, count: 1, uses: 1, expires_at: null, note: '' }
  await author.post('/api/v1/admin/exam_voucher/', { data: voucher })
  const [{ code }] = await (await author.get('/api/v1/admin/exam_vouchers')).json()
  const nora = await apiOf(origin, 'nora', ACCOUNT_PASSWORD)
  const answer = await nora.post('/api/v1/vouchers/activate_voucher', { data: { code } })
  expect(answer.ok(), await answer.text()).toBe(true)
  await Promise.all([author.dispose(), nora.dispose()])
}

/** Runs a command of the server, on its database. */
async function run(baseURL: string | undefined, command: string, args: string[], input = '') {
  const file = fileURLToPath(new URL(`../api-server/src/flagyard.ts`, import.meta.url))
  const running = promisify(execFile)(process.execPath, [file, command, ...args], {
    env: { ...process.env, ...readServerInfo(baseURL).environment },
  })
  running.child.stdin?.end(input)
  return (await running).stdout
}

async function addCloudAccount(page: Page) {
  await page.goto('/admin/aws_accounts/create')
  await page.getByLabel('Account ID').fill('123456789012')
  await page.getByLabel('Name').fill('Lab account')
  await page.getByLabel('Region').fill('eu-central-1')
  await page.getByLabel('Access key id').fill('AKIAEXAMPLE000000000')
  await page.getByLabel('Secret access key').fill('of the simulated cloud')
  await save(page, 'Account added. Checking its credentials')
}

/** The API for somebody, in a session of its own, which leaves those of the pages alone. */
async function apiOf(origin: string, username: string, password: string) {
  const extraHTTPHeaders = { 'sec-fetch-site': 'same-origin' }
  const form = { grant_type: 'password', username, password }
  const visitor = await request.newContext({ baseURL: origin, extraHTTPHeaders })
  const { access_token } = await (await visitor.post('/api/v1/auth/signin', { form })).json()
  await visitor.dispose()
  const authorization = `Bearer ${access_token}`
  return request.newContext({ baseURL: origin, extraHTTPHeaders: { ...extraHTTPHeaders, authorization } })
}

async function save(page: Page, message: string) {
  // A notice of the save before it must not pass for this one's.
  await expect(page.getByText(message, { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(message, { exact: true })).toBeVisible()
}

async function fillPart(page: Page, { title, kind }: { title: string; kind?: string }) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(title)
  if (kind) {
    await dialog.getByLabel('Kind').click()
    await page.getByRole('option', { name: kind }).click()
  }
  if (kind === 'Lab') {
    await dialog.getByLabel('Lab').click()
    await page.getByRole('option', { name: LAB.title }).click()
  }
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toBeHidden()
}

async function addLesson(page: Page, part: { title: string; kind: string }) {
  await page.getByRole('button', { name: 'Add lesson to Identity' }).click()
  await fillPart(page, part)
}
