import type { Page } from '@playwright/test'
import { COURSE } from './course-steps.ts'
import { DEMO_PASSWORD } from './demo.ts'
import { expect, openInApp, signInOn, test } from './fixtures.ts'
import { listMails, listSubjects } from './mails.ts'
import { onDesktopAndPhone } from './viewports.ts'

/** Presses and counts: what a person at the desk has to do. */
function counting(page: Page) {
  let clicks = 0
  return {
    async press(role: 'button' | 'link' | 'option' | 'combobox', name: string | RegExp) {
      await page.getByRole(role, { name }).first().click()
      clicks += 1
    },
    clicks: () => clicks,
  }
}

const signInAs = (page: Page, username: string) =>
  page.request.post('/api/v1/auth/signin', {
    form: { username, password: DEMO_PASSWORD },
    headers: { 'sec-fetch-site': 'same-origin' },
  })

/** The first of these accounts that signs in by its password alone: other journeys make some, and change others. */
async function findFree(page: Page, usernames: string[]): Promise<string> {
  for (const username of usernames) if ((await signInAs(page, username)).ok()) return username
  throw new Error('None of these accounts signs in')
}

/** What the calls answer to an account, without its screens. */
async function callsAs(page: Page, username: string) {
  const { access_token } = await (await signInAs(page, username)).json()
  const headers = { authorization: `Bearer ${access_token}` }
  return {
    get: async (path: string) => (await page.request.get(`/api/v1${path}`, { headers })).json(),
    post: (path: string, data: object) => page.request.post(`/api/v1${path}`, { headers, data }),
  }
}

const listOf = (path: string, filter: object) => `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`

test('a batch of 25 is made from a file with one bad line, and “it says used” is answered by whom, when and from where', async ({
  page,
  signIn,
  newDevice,
  checkAccessibility,
}) => {
  const { press, clicks } = counting(page)
  const people = Array.from({ length: 25 }, (_, n) => `papers-${n}@team.example`)
  const fileOf = (lines: string[]) => ({
    name: 'team.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['name,email', ...lines.map((email, n) => `Person ${n},${email}`)].join('\n')),
  })
  await signIn('admin')
  await page.goto('/admin/vouchers')
  await test.step('the batch, in six presses', async () => {
    await press('link', 'New batch')
    await press('combobox', 'Which')
    await press('option', COURSE.title)
    await page.getByLabel('Recipients file').setInputFiles(fileOf([...people.slice(0, 24), 'not-an-address']))
    await press('button', 'Preview')
    await expect(page.getByText(/^1 of 25 lines has an error/)).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Line 26' })).toContainText('not an e-mail address')
    await onDesktopAndPhone(page, () => checkAccessibility(page, 'a batch with a wrong line'))
    await page.getByLabel('Recipients file').setInputFiles(fileOf(people))
    await press('button', 'Preview')
    await press('button', 'Create 25 vouchers')
    await expect(page.getByRole('heading', { name: `25 vouchers for ${COURSE.title}` })).toBeVisible()
    expect(clicks()).toBe(6)
  })
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'a batch'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download codes' }).click()
  expect((await download).suggestedFilename()).toMatch(/^vouchers-.*\.csv$/)

  const [mail] = await listMails(page, people[3] ?? '')
  const [code = ''] = /([0-9A-Z]{5}-){4}[0-9A-Z]{6}/.exec(mail?.text ?? '') ?? []
  const admin = await callsAs(await newDevice(), 'admin')
  const accounts: { username: string; courses: number; roles: string[] }[] = await admin.get(
    listOf('/admin/users', { state: 'active', q: 'mail.example' }),
  )
  const without = accounts.filter(({ courses, roles }) => courses === 0 && !roles.includes('admin'))
  const newcomer = await findFree(
    await newDevice(),
    without.map(({ username }) => username),
  )
  const activated = await (await callsAs(await newDevice(), newcomer)).post('/vouchers/activate_voucher', { code })
  expect(activated.status()).toBe(200)

  await test.step('the voucher, by a part of its code, in one press', async () => {
    const before = clicks()
    await openInApp(page, '/admin/vouchers')
    await page.getByLabel(/Code, recipient or organisation/).fill(code.replaceAll('-', '').slice(4, 16).toLowerCase())
    await press('link', code)
    await expect(page.getByRole('heading', { name: `Voucher …-${code.split('-').at(-1)}` })).toBeVisible()
    await expect(page.getByRole('region', { name: 'E-mails' })).toContainText(people[3] ?? '')
    await expect(page.getByRole('region', { name: 'Uses' })).toContainText(`${newcomer} · has access`)
    expect(clicks() - before).toBe(1)
  })
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'a voucher'))
})

test('a learner whose name is wrong asks for the right one, support accepts it, and everybody can check it', async ({
  page,
  signIn,
  newDevice,
  checkAccessibility,
}) => {
  const admin = await callsAs(await newDevice(), 'admin')
  const valid: { id: string; username: string; name: string }[] = await admin.get(
    listOf('/admin/certificates', { state: 'valid' }),
  )
  const holders = valid.map((one) => one.username).filter((one) => one !== '' && one !== 'learner')
  const username = await findFree(await newDevice(), holders)
  const { id, name } = valid.find((one) => one.username === username)!
  const right = `${name} Łukasz`
  const { press, clicks } = counting(page)
  await signIn(username)
  await test.step('the learner asks, in two presses', async () => {
    await page.goto('/certificates')
    await press('button', 'Request a correction')
    await page.getByLabel('Correct name').fill(right)
    await page.getByLabel('Why?').fill('My second name is missing')
    await checkAccessibility(page, 'asking for a correction')
    await press('button', 'Send the request')
    await expect(page.getByText(`you asked for “${right}”`)).toBeVisible()
    expect(clicks()).toBe(2)
  })
  const desk = await newDevice()
  const support = counting(desk)
  await signInOn(desk, 'admin')
  await desk.goto('/admin')
  await test.step('support decides it, in three presses from the dashboard', async () => {
    await support.press('link', /Certificate corrections requested by learners/)
    const row = desk.getByRole('row').filter({ hasText: username })
    await expect(row).toContainText(right)
    await onDesktopAndPhone(desk, () => checkAccessibility(desk, 'corrections'))
    await row.getByRole('button', { name: 'Decide…' }).click()
    await checkAccessibility(desk, 'deciding a correction')
    await support.press('button', 'Save decision')
    await expect(desk.getByText('Decision saved. The learner was notified')).toBeVisible()
    expect(support.clicks() + 1).toBe(3)
  })
  await openInApp(desk, `/admin/certificates/${id}`)
  await expect(desk.getByRole('cell', { name: right })).toBeVisible()
  await onDesktopAndPhone(desk, () => checkAccessibility(desk, 'a certificate'))
  const visitor = await newDevice()
  await visitor.goto(`/certificates/${id}`)
  await expect(visitor.getByText(right).first()).toBeVisible()
  const { email } = (await admin.get(`/admin/user/${username}`)) as { email: string }
  expect(await listSubjects(page, email)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Your certificate is corrected/)]),
  )
})
