/**
 * Takes the pictures of README.md from a running demo, in which it deploys a lab:
 * `node e2e/readme-pictures.ts http://localhost:3000 PASSWORD`.
 */
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'

const [origin = 'http://localhost:3000', password = ''] = process.argv.slice(2)
const folder = fileURLToPath(new URL('../docs/img/', import.meta.url))
const COURSE = 'aws-red-team-foundations'

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  await home()
  await classroom()
  await consoleAndCertificate()
} finally {
  await browser.close()
}

async function home() {
  const page = await open()
  await page.goto(`${origin}/`)
  await shoot(page, 'home')
}

async function classroom() {
  const page = await open()
  const call = await signIn(page, 'learner')
  const course = await call('GET', `/courses/${COURSE}/details`)
  const labs = course.sections.flatMap((section: { slug: string; lessons: { slug: string; kind: string }[] }) =>
    section.lessons.filter((lesson) => lesson.kind === 'lab').map((lesson) => [section.slug, lesson.slug]),
  )
  const [section, lesson] = labs[0] as [string, string]
  await call('POST', `/labs/deploy/${COURSE}/${section}/${lesson}`, {})
  await page.goto(`${origin}/classroom/${COURSE}?section=${section}&lesson=${lesson}`)
  await page.getByRole('link', { name: /open console/i }).waitFor({ timeout: 60_000 })
  await page.getByRole('heading', { name: 'Lab', exact: true }).scrollIntoViewIfNeeded()
  await shoot(page, 'classroom')
}

async function consoleAndCertificate() {
  const page = await open()
  const call = await signIn(page, 'admin')
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

async function open(): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 750 },
    locale: 'en-GB',
    colorScheme: 'light',
  })
  await context.addCookies([{ name: 'CookieConsent', value: 'true', url: origin }])
  const page = await context.newPage()
  const banners = (await (await page.request.get(`${origin}/api/v1/banners`)).json().catch(() => [])) as {
    id: string
  }[]
  const ids = Array.isArray(banners) ? banners.map(({ id }) => id).join(',') : ''
  await context.addInitScript((value) => localStorage.setItem('dismissed_banners', value), ids)
  return page
}

/** Signs in by the call that the form sends, and returns a function that sends other calls with the token. */
async function signIn(page: Page, username: string) {
  const answer = await page.request.post(`${origin}/api/v1/auth/signin`, {
    form: { username, password },
    headers: { origin, 'sec-fetch-site': 'same-origin' },
  })
  const { access_token } = await answer.json()
  return async (method: 'GET' | 'POST', path: string, data?: object) => {
    const headers = { authorization: `Bearer ${access_token}` }
    const reply = await page.request.fetch(`${origin}/api/v1${path}`, { method, headers, ...(data ? { data } : {}) })
    if (!reply.ok()) console.log(`${method} ${path} answered ${reply.status()}: ${await reply.text()}`)
    return reply.json()
  }
}

async function shoot(page: Page, name: string) {
  await page.waitForLoadState('networkidle').catch(() => {})
  await page.evaluate(() => document.fonts.ready)
  const path = `${folder}${name}.png`
  await page.screenshot({ path, animations: 'disabled' })
  console.log(`${name}: ${(statSync(path).size / 1_000).toFixed(0)} kB`)
}
