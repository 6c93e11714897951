/**
 * Takes every screen of both apps from a running demo, on a desktop and on a phone, light and dark, and puts them on one sheet,
 * `.cache/contact-sheet/sheet.png`: `node e2e/scripts/contact-sheet.ts http://localhost:3000 PASSWORD`. A word more takes only the screens
 * whose address contains it. What axe finds is printed.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { consoleScreens, contentTabs, courseTabs, userTabs } from '../../packages/api-types/src/console-links.ts'
import { isInConsole, learnerScreens, profileSections } from '../../packages/api-types/src/links.ts'
import { findViolations } from '../support/axe.ts'
import { launchBrowser, openPage, settle, signInTo } from '../support/running-demo.ts'

const [origin = 'http://localhost:3000', password = '', only = ''] = process.argv.slice(2)
const folder = fileURLToPath(new URL('../../.cache/contact-sheet/', import.meta.url))
const COURSE = 'aws-red-team-foundations'
const looks = [
  { name: 'desktop-light', width: 1280, height: 800, theme: 'light' },
  { name: 'desktop-dark', width: 1280, height: 800, theme: 'dark' },
  { name: 'phone-light', width: 390, height: 844, theme: 'light' },
  { name: 'phone-dark', width: 390, height: 844, theme: 'dark' },
] as const

/** Screens that show another page to who is signed in. */
const forVisitors = [
  learnerScreens.home,
  learnerScreens.signin,
  learnerScreens.signup,
  learnerScreens.forgotPassword,
  learnerScreens.startFree,
] as string[]
/** Addresses that a screen has beside its path, and paths whose parameter no link of the console names. */
const addresses: Record<string, string[]> = {
  [learnerScreens.course]: [`/courses/${COURSE}`],
  [learnerScreens.courseAlias]: [],
  [learnerScreens.courses]: ['/courses', '/courses?lab=cross-account-trust', '/courses?exam=aws-red-team-expert'],
  [learnerScreens.profile]: profileSections.map((section) => `/profile?section=${section}`),
  [learnerScreens.feedback]: [`/feedback/${COURSE}`],
  [learnerScreens.classroom]: [`/classroom/${COURSE}`],
  [learnerScreens.examroom]: ['/examroom/aws-red-team-expert'],
  [consoleScreens.user]: ['', ...userTabs.map((tab) => `/${tab}`)].map((tab) => `/admin/users/learner${tab}`),
  [consoleScreens.course]: ['', ...courseTabs.map((tab) => `/${tab}`)].map((tab) => `/admin/courses/${COURSE}${tab}`),
  [consoleScreens.lab]: ['', ...contentTabs.lab.map((tab) => `/${tab}`)].map(
    (tab) => `/admin/labs/cross-account-trust${tab}`,
  ),
  [consoleScreens.exam]: ['', ...contentTabs.exam.map((tab) => `/${tab}`)].map(
    (tab) => `/admin/exams/aws-red-team-expert${tab}`,
  ),
  [consoleScreens.feedbackAnalytics]: [`/admin/feedback_analytics?course=${COURSE}`],
  [consoleScreens.examCalendar]: ['/admin/exam_calendar/aws'],
}

interface Picture {
  address: string
  look: string
  file: string
}

mkdirSync(folder, { recursive: true })
const browser = await launchBrowser()
/** Links that were seen, to find a record for each screen of one. */
const seen = new Set<string>()
const pictures: Picture[] = []
const nowhere: string[] = []
try {
  for (const look of looks) await takeAll(look)
  await putTogether()
} finally {
  await browser.close()
}
for (const screen of nowhere) console.log(`${screen}: the demo has no record for it`)

async function takeAll(look: (typeof looks)[number]) {
  const [visitor, learner, admin] = await Promise.all([0, 1, 2].map(() => openPage(browser, origin, look)))
  if (!visitor || !learner || !admin) throw new Error('No page was opened')
  await signInTo(learner.request, origin, 'learner', password)
  await signInTo(admin.request, origin, 'admin', password)
  const screens = [...Object.values(learnerScreens), ...Object.values(consoleScreens)]
  // Lists come first, since their links lead to the records.
  for (const screen of screens.toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))) {
    const page = isInConsole(screen) ? admin : forVisitors.includes(screen) ? visitor : learner
    for (const address of addressesOf(screen, look.name))
      if (address.includes(only)) await take(page, address, look.name)
  }
  for (const page of [visitor, learner, admin]) await page.context().close()
}

function addressesOf(screen: string, look: string): string[] {
  const known = addresses[screen] ?? (screen.includes('{') ? [] : [screen])
  if (known.length > 0 || screen === learnerScreens.courseAlias) return known
  const pattern = new RegExp(`^${screen.replace(/\{\w+\}/, '(?!create)[^/?#]+')}$`)
  const found = [...seen].find((link) => pattern.test(link))
  if (found) return [found]
  if (look === looks[0].name) nowhere.push(screen)
  return []
}

async function take(page: Page, address: string, look: string) {
  await page.goto(origin + address)
  await settle(page)
  const links = await page
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  for (const link of links) seen.add(link)
  const file = `${address.replace(/[^a-z0-9]+/gi, '_')}-${look}.jpg`
  await page.screenshot({ path: folder + file, type: 'jpeg', quality: 70, animations: 'disabled' })
  pictures.push({ address, look, file })
  for (const finding of await findViolations(page)) console.log(`${look} ${address}: ${finding}`)
}

async function putTogether() {
  const rows = [...new Set(pictures.map(({ address }) => address))].map((address) => {
    const shots = pictures.filter((picture) => picture.address === address)
    const images = shots.map(({ look, file }) => `<img src="${file}" alt="${look}">`).join('')
    return `<figure>${images}<figcaption>${address}</figcaption></figure>`
  })
  writeFileSync(
    `${folder}sheet.html`,
    `<!doctype html><meta charset="utf-8"><title>All screens</title><style>
body { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; font: 12px sans-serif; margin: 8px; background: #888 }
figure { margin: 0; display: flex; flex-wrap: wrap; gap: 4px; align-items: start }
img { height: 170px } figcaption { width: 100%; overflow-wrap: anywhere }
</style>${rows.join('')}`,
  )
  const page = await browser.newPage({ viewport: { width: 1520, height: 900 } })
  await page.goto(`file://${folder}sheet.html`)
  await page.screenshot({ path: `${folder}sheet.png`, fullPage: true })
  console.log(`${rows.length} screens: ${folder}sheet.png`)
}
