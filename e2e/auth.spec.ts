import { createHmac } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { answerNotices, expect, test } from './fixtures.ts'

const PHRASE = 'a long enough phrase of hers'

test('sign-up to profile by keyboard alone', async ({ page }) => {
  const type = async (field: Locator, text: string) => {
    await tabTo(page, field)
    await page.keyboard.type(text)
  }
  await page.goto('/signup')
  await type(page.getByLabel('Your name'), 'Keya Board')
  await type(page.getByLabel('E-mail address'), 'keya@learners.example')
  await type(page.getByLabel('Username'), 'keya')
  await type(page.getByLabel('Password', { exact: true }), PHRASE)
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Make my account' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible()
  await page.goto(await mailedLink(page, 'keya@learners.example', /\S+\/activate_account#token=\S+/))
  await tabTo(page, page.getByRole('button', { name: 'Activate my account' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Sign in' }))
  await page.keyboard.press('Enter')
  await type(page.getByLabel(/username or e-mail/i), 'keya')
  await type(page.getByLabel('Password', { exact: true }), PHRASE)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard/)
  await tabTo(page, page.getByRole('button', { name: /your account/i }))
  await page.keyboard.press('Enter')
  const profile = page.getByRole('menuitem', { name: /profile/i })
  await expect(profile).toBeVisible()
  for (let press = 0; press < 8 && !(await isFocused(profile)); press++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

test('an authenticator app, its recovery codes, a lost one, and the way back to a password alone', async ({
  page,
  signIn,
  console: consoleErrors,
  checkAccessibility,
}) => {
  // What a browser notes of a first step that needs a second, and of a code that was used.
  consoleErrors.expect(/401.*auth\/signin/)
  consoleErrors.expect(/422.*auth\/second_factor/)
  await activeAccount(page, 'factora')
  await signIn('factora', PHRASE)
  await page.goto('/profile')
  await page.getByLabel('Password, to set it up').fill(PHRASE)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'The key below as a QR code' })).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'the key'))
  const key = (await page.getByText(/^([A-Z2-7]{4} ){3,}/).innerText()).replaceAll(' ', '')
  await page.getByLabel('Code of the app').fill(codeOf(key))
  await page.getByRole('button', { name: 'Turn it on' }).click()
  const codes = page.getByRole('listitem').filter({ hasText: /^(\w{4}-){3}\w{4}$/ })
  await expect(codes).toHaveCount(10)
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'recovery codes'))
  const kept = await codes.allInnerTexts()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('flagyard-recovery-codes.txt')
  await page.getByRole('button', { name: 'I have kept them' }).click()

  await signOut(page)
  await passwordStep(page, 'factora')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'second step'))
  await page.getByLabel('Code').fill(codeOf(key, 30))
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.waitForURL(/\/dashboard/)

  await signOut(page)
  await passwordStep(page, 'factora')
  await page.getByLabel('Code').fill(codeOf(key, 30))
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText(/was used already/)).toBeVisible()
  await page.getByLabel('Code').fill(kept[0] ?? '')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.waitForURL(/\/dashboard/)
  await page.goto('/profile')
  await expect(page.getByText('9 recovery codes left.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn it off' }).click()
  await page.getByLabel('Password, to change the second factor').fill(PHRASE)
  await page.getByLabel('Code of the app, or a recovery code').fill(kept[1] ?? '')
  await checkAccessibility(page, 'turning it off')
  await page.getByRole('button', { name: 'Turn it off' }).click()
  await expect(page.getByText('The second factor is off.')).toBeVisible()
  await signOut(page)
  await signIn('factora', PHRASE)
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(key)
})

test('another e-mail address: confirmed at the new one, undone from the old one', async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await activeAccount(page, 'movera')
  await signIn('movera', PHRASE)
  await page.goto('/profile')
  await page.getByLabel('New e-mail address').fill('movera@new.example')
  await page.getByLabel('Password, to change the address').fill(PHRASE)
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByText(/waits for you to open the link/)).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'a pending address'))
  await page.goto(await mailedLink(page, 'movera@new.example', /\S+\/confirm_email#token=\S+/))
  await checkAccessibility(page, 'confirm')
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { name: 'Your address is changed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await expect(page.getByText('movera@new.example').first()).toBeVisible()

  await page.goto(await mailedLink(page, 'movera@learners.example', /\S+\/undo_email#token=\S+/))
  await checkAccessibility(page, 'undo')
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByRole('heading', { name: 'Your address is back' })).toBeVisible()
  await page.goto('/profile')
  await page.waitForURL(/\/signin/)
})

test('a device that I end on the profile is signed out at its next step', async ({
  page,
  browser,
  baseURL,
  signIn,
}) => {
  await activeAccount(page, 'devica')
  const device = await browser.newContext({ baseURL: baseURL ?? '' })
  await answerNotices(device, baseURL ?? '')
  const other = await device.newPage()
  await passwordStep(other, 'devica')
  await other.waitForURL(/\/dashboard/)
  await signIn('devica', PHRASE)
  await page.goto('/profile')
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await expect(page.getByText(/is signed out\./)).toBeVisible()
  await other.goto('/profile')
  await other.waitForURL(/\/signin/)
  await other.context().close()
  await page.reload()
  await expect(page.getByText('This device')).toBeVisible()
})

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let press = 0; press < 60; press++) {
    if (await isFocused(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${target}`)
}

async function passwordStep(page: Page, username: string) {
  await page.goto('/signin')
  await page.getByLabel(/username or e-mail/i).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PHRASE)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /your account/i }).click()
  await page.getByRole('menuitem', { name: /sign out/i }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
}

/** An account that followed its mail. */
async function activeAccount(page: Page, username: string) {
  const email = `${username}@learners.example`
  const signUpPayload = { username, email, password: PHRASE, full_name: 'Some Body', accept_terms: true }
  expect((await page.request.post('/api/v1/auth/signup', { data: signUpPayload })).status()).toBe(201)
  const token = (await mailedLink(page, email, /\S+\/activate_account#token=\S+/)).split('token=')[1]
  expect((await page.request.post('/api/v1/auth/activate_account', { data: { token } })).ok()).toBe(true)
}

async function mailedLink(page: Page, to: string, link: RegExp): Promise<string> {
  const mails = (await (await page.request.get('/api/v1/demo/outbox')).json()) as { to: string; text: string }[]
  const found = mails
    .filter((mail) => mail.to === to)
    .map((mail) => link.exec(mail.text)?.[0])
    .find((one) => one !== undefined)
  if (!found) throw new Error(`No mail to ${to} holds ${link}`)
  return found
}

/** Runs on the window as it is, and on a phone's. */
async function onDesktopAndPhone(page: Page, check: () => Promise<void>) {
  await check()
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await check()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(wide, 'nothing scrolls sideways on a phone').toBe(false)
  if (size) await page.setViewportSize(size)
}

/** What an authenticator app shows for a key, so many seconds ahead (RFC 6238). */
function codeOf(key: string, ahead = 0): string {
  const bits = [...key].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + ahead) / 30)))
  const mac = createHmac('sha1', Buffer.from(bytes)).update(step).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
