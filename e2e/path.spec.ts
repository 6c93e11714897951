import type { Locator, Page } from '@playwright/test'
import { answerNotices, expect, PASSWORD, test } from './fixtures.ts'

const COURSE = 'aws-red-team-foundations'
const PHRASE = 'a long enough phrase of Ada’s'

/** Issue 2's path, walked as a new learner and then as an administrator, on real input from end to end. */
test('a visitor becomes a learner with a certificate, and an administrator sees the account come back clean', async ({
  page,
  browser,
  signIn,
  baseURL,
  checkAccessibility,
}) => {
  test.setTimeout(600_000)
  const heading = page.getByRole('heading', { level: 1 })

  await test.step('sees the catalogue and a course', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Browse courses' }).click()
    await expect(heading).toBeVisible()
    await page
      .getByRole('link', { name: /AWS Red Team Foundations/ })
      .first()
      .click()
    await expect(heading).toHaveText('AWS Red Team Foundations')
    await checkAccessibility(page, 'course')
    await page.getByRole('link', { name: /sign in to buy/i }).click()
    await page.waitForURL(/\/signin/)
  })

  await test.step('signs up and activates by the link of the mail', async () => {
    await page.goto('/signup')
    await page.getByLabel('Username').fill('ada')
    await page.getByLabel(/full name|your name/i).fill('Ada Lovelace')
    await page.getByLabel(/e-mail/i).fill('ada@learners.example')
    await page.getByLabel('Password', { exact: true }).fill(PHRASE)
    await page.getByLabel(/terms/i).check()
    await checkAccessibility(page, 'sign-up')
    await page.getByRole('button', { name: /create|sign up|start|make/i }).click()
    await expect(page.getByText(/check your inbox/i).first()).toBeVisible()
    const link = await mailedLink(page, 'ada@learners.example', /\/activate_account#token=\S+/)
    await page.goto(link)
    await page.getByRole('button', { name: /activate/i }).click()
    await expect(page.getByText(/active/i).first()).toBeVisible()
  })

  await test.step('signs in and buys the course in the demo checkout', async () => {
    await page.goto(`/signin?next=/courses/${COURSE}`)
    await signIn('ada@learners.example', PHRASE)
    await page.getByRole('button', { name: /^buy/i }).click()
    await page.waitForURL(/\/checkout\//)
    await checkAccessibility(page, 'checkout')
    await page.getByRole('button', { name: /^pay/i }).click()
    await page.waitForURL(/\/purchase_voucher_success/)
    await expect(heading).toHaveText('Thank you')
    await checkAccessibility(page, 'purchase success')
    await page
      .getByRole('link', { name: /classroom|start|study/i })
      .first()
      .click()
    await page.waitForURL(new RegExp(`/classroom/${COURSE}`))
  })

  await test.step('watches a real video, which resumes where it stopped', async () => {
    await expect(heading).toHaveText('How IAM decides')
    await checkAccessibility(page, 'classroom')
    await play(page)
    await expect.poll(() => position(page), { timeout: 60_000 }).toBeGreaterThan(8)
    const kept = page.waitForResponse((response) => response.url().includes('/update_last_seen/') && response.ok())
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
    const stopped = await position(page)
    await kept
    await page.reload()
    await expect(heading).toHaveText('How IAM decides')
    await expect.poll(() => position(page)).toBeGreaterThan(stopped - 2)
    await expect.poll(() => position(page)).toBeLessThan(stopped + 2)
    await watchToTheEnd(page)
  })

  await test.step('works through the lessons and the labs of the course', async () => {
    for (let step = 0; step < 14; step++) {
      if (await page.getByRole('heading', { name: 'Course complete' }).isVisible()) break
      const title = await openNextLesson(page)
      if (title === null) break
      const [video, lab, reading] = [
        page.locator('video'),
        page.getByRole('heading', { name: 'Lab', exact: true }),
        page.getByRole('button', { name: /^mark complete/i }),
      ]
      await video.or(lab).or(reading).first().waitFor()
      if (await video.isVisible()) await watchToTheEnd(page)
      else if (await lab.isVisible()) await solveLab(page, title, checkAccessibility)
      else await complete(page, reading)
    }
    await expect(page.getByRole('heading', { name: 'Course complete' })).toBeVisible()
  })

  const certificate = await test.step('generates a certificate, public to anyone, with its PDF', async () => {
    await page
      .getByRole('button', { name: /certificate/i })
      .first()
      .click()
    const dialog = page.getByRole('button', { name: /issue|generate|get|make/i }).last()
    if (await dialog.isVisible()) await dialog.click()
    await page
      .getByRole('link', { name: /certificate/i })
      .last()
      .click()
    await page.waitForURL(/\/certificates\/[\w-]+$/)
    const address = page.url()
    const visitor = await browser.newContext()
    const open = await visitor.newPage()
    await open.goto(address)
    await expect(open.getByText('Ada Lovelace').first()).toBeVisible()
    await expect(open.getByText('AWS Red Team Foundations').first()).toBeVisible()
    await expect(open.getByText(/valid/i).first()).toBeVisible()
    const pdf = await visitor.request.get(`${address.replace('/certificates/', '/api/v1/certificates/')}/pdf`)
    expect(pdf.headers()['content-type']).toContain('application/pdf')
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
    await visitor.close()
    await checkAccessibility(page, 'certificate')
    return address
  })
  expect(certificate).toContain(baseURL)

  await test.step('an administrator watches the accounts and nukes one that is held', async () => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-GB' })
    await answerNotices(context, baseURL ?? '')
    const admin = await context.newPage()
    const errors: string[] = []
    admin.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await administrate(admin, checkAccessibility)
    expect(errors).toEqual([])
    await context.close()
  })
})

async function mailedLink(page: Page, to: string, link: RegExp): Promise<string> {
  const mails = (await (await page.request.get('/api/v1/demo/outbox')).json()) as { to: string; text: string }[]
  const found = mails.filter((mail) => mail.to === to).map((mail) => link.exec(mail.text)?.[0])[0]
  if (!found) throw new Error(`No mail to ${to} holds the link`)
  return found
}

const position = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

async function play(page: Page) {
  const video = page.locator('video')
  await expect(video).toBeVisible()
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(1)
  await video.evaluate((one: HTMLVideoElement) => {
    one.muted = true
    return one.play()
  })
}

/** At the player's own double speed, from where it stands; at its end the lesson completes by itself, or what is missing is watched again. */
async function watchToTheEnd(page: Page) {
  await page.getByLabel(/speed/i).selectOption('2')
  const complete = page.getByText('Complete', { exact: true }).first()
  const ended = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.ended)
  for (let round = 0; round < 3; round++) {
    await play(page)
    await expect.poll(ended, { timeout: 60_000 }).toBe(true)
    if (await appears(complete, 5_000)) return
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = 0
    })
  }
  await expect(complete).toBeVisible()
}

const appears = (what: Locator, timeout: number) =>
  what.waitFor({ state: 'visible', timeout }).then(
    () => true,
    () => false,
  )

/** A reading is complete by saying so; the last one has nowhere to go on to and says it in other words. */
async function complete(page: Page, button: Locator) {
  const answered = page.waitForResponse((response) => response.url().includes('/courses/complete/') && response.ok())
  await button.click()
  await answered
}

/** Goes on to the next lesson that is not complete; its title, or null when none is left. */
async function openNextLesson(page: Page): Promise<string | null> {
  const progress = await page.evaluate(() => location.pathname.split('/')[2])
  expect(progress).toBe(COURSE)
  await page.goto(`/classroom/${COURSE}`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeVisible()
  if (await page.getByRole('heading', { name: 'Course complete' }).isVisible()) return null
  return title.textContent()
}

/** Deploys, sees the stages live and the keys, hands in a wrong flag, then the static, the dynamic and the step; ends the lab. */
async function solveLab(page: Page, title: string, checkAccessibility: (page: Page, what: string) => Promise<void>) {
  const answer = /cross|trust/i.test(title) ? 'audit-reader' : 'report-box'
  await page.getByRole('button', { name: /^deploy/i }).click()
  await expect(page.getByText('Handing you the keys')).toBeVisible()
  await checkAccessibility(page, `${title}, building`)
  await expect(page.getByRole('link', { name: /open console/i })).toBeVisible({ timeout: 90_000 })
  await expect(page.getByRole('timer')).toBeVisible()
  await page
    .getByRole('button', { name: /^show /i })
    .first()
    .click()
  await checkAccessibility(page, `${title}, running`)

  const submit = async (question: RegExp, flag: string) => {
    await page.getByLabel(question).fill(flag)
    await page.getByLabel(question).press('Enter')
  }
  const [staticQuestion, dynamicQuestion] = [
    /which role can every|name of the role/i,
    /what flag does it hold|which flag does the parameter/i,
  ]
  await submit(staticQuestion, 'not this one')
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /not|wrong/i })
      .first(),
  ).toBeVisible()
  await submit(staticQuestion, answer)
  await expect(page.getByLabel(staticQuestion)).toBeHidden()
  const resource = /cross|trust/i.test(title) ? 'payroll-2026-10' : 'preview-signing-key'
  await submit(dynamicQuestion, await readInCloud(page, resource, checkAccessibility))
  await expect(page.getByLabel(dynamicQuestion)).toBeHidden()
  for (const step of await page.getByRole('button', { name: 'I did this' }).all()) await step.click()

  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('button', { name: 'End the lab' }).click()
  await expect(page.getByRole('button', { name: /deploy again/i })).toBeVisible({ timeout: 60_000 })
}

/** Signs in to the lab's cloud with the keys that its page shows, and reads the flag off a resource there. */
async function readInCloud(
  page: Page,
  resource: string,
  checkAccessibility: (page: Page, what: string) => Promise<void>,
): Promise<string> {
  await expect(page.getByText(/FLAG\{[0-9a-f]{32}\}/)).toHaveCount(0)
  const shown = async (label: string) => {
    const show = page.getByRole('button', { name: `Show ${label}`, exact: true })
    if (await show.isVisible()) await show.click()
    const row = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })
    return (await row.locator('xpath=following-sibling::dd[1]').textContent()) ?? ''
  }
  const [user, password] = [await shown('User name'), await shown('Password')]
  const href = await page.getByRole('link', { name: /open console/i }).getAttribute('href')
  const cloud = await page.context().newPage()
  await cloud.goto(href ?? '')
  await expect(cloud.getByRole('heading', { level: 1 })).toHaveText(/^Sign in to AWS account/)
  await checkAccessibility(cloud, 'simulated cloud, sign-in')
  await cloud.getByLabel('User name').fill(user)
  await cloud.getByLabel('Password').fill(password)
  await cloud.getByRole('button', { name: 'Sign in' }).click()
  await expect(cloud.getByRole('heading', { level: 1 })).toHaveText(/^AWS account/)
  await checkAccessibility(cloud, 'simulated cloud, account')
  await cloud.getByRole('link', { name: resource, exact: true }).click()
  await expect(cloud.getByRole('heading', { level: 1 })).toHaveText(resource)
  await checkAccessibility(cloud, 'simulated cloud, resource')
  const flag = /FLAG\{[0-9a-f]{32}\}/.exec((await cloud.getByRole('main').textContent()) ?? '')?.[0]
  await cloud.close()
  return flag ?? ''
}

async function administrate(page: Page, checkAccessibility: (page: Page, what: string) => Promise<void>) {
  await page.goto('/admin')
  await page.waitForURL(/\/signin/)
  await page.getByLabel(/username or e-mail/i).fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/admin'))
  await expect(
    page
      .getByRole('main')
      .getByText(/learners|users|accounts/i)
      .first(),
  ).toBeVisible()
  await checkAccessibility(page, 'admin dashboard')

  await page.goto('/admin/users')
  await page.getByLabel('Name or e-mail').fill('ada@learn')
  await expect(page.getByText('ada@learners.example')).toBeVisible()
  await expect(page.getByText('learner@')).toBeHidden()
  await checkAccessibility(page, 'admin users')

  await page.goto('/admin/aws_accounts')
  await expect(page.getByText(/hold/i).first()).toBeVisible()
  const held = page.getByRole('row').filter({ hasText: /hold/i }).first()
  const id = /\d{4} ?\d{4} ?\d{4}/.exec((await held.textContent()) ?? '')?.[0].replaceAll(' ', '') ?? ''
  expect(id).toMatch(/^\d{12}$/)
  await checkAccessibility(page, 'admin accounts')
  await page
    .getByRole('button', { name: `Nuke ${id}` })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: /nuke/i })
  await dialog.getByRole('textbox').fill('wrong')
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('textbox').fill(id)
  await confirm.click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: new RegExp(id.replace(/(\d{4})(\d{4})(\d{4})/, '$1 ?$2 ?$3')) })
  await expect(row.getByText('Available')).toBeVisible({ timeout: 90_000 })

  // The learner's own account went the same way by itself: Dirty, Nuking, Nuked, Available.
  await row.first().click()
  await expect(page.getByText('Nuked').first()).toBeVisible()
  await checkAccessibility(page, 'admin account')
}
