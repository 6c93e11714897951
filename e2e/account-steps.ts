import { createHmac } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The password of the accounts that journeys make. */
export const PHRASE = 'a long enough phrase of hers'

/** An account that followed its mail. */
export async function activeAccount(page: Page, username: string) {
  const email = `${username}@learners.example`
  const signUpPayload = { username, email, password: PHRASE, full_name: 'Some Body', accept_terms: true }
  expect((await page.request.post('/api/v1/auth/signup', { data: signUpPayload })).status()).toBe(201)
  const token = (await mailedLink(page, email, /\S+\/activate_account#token=\S+/)).split('token=')[1]
  expect((await page.request.post('/api/v1/auth/activate_account', { data: { token } })).ok()).toBe(true)
}

export async function passwordStep(page: Page, username: string, password = PHRASE) {
  await page.goto('/signin')
  await page.getByLabel(/username or e-mail/i).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /your account/i }).click()
  await page.getByRole('menuitem', { name: /sign out/i }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
}

interface Mail {
  to: string
  subject: string
  text: string
}

/** The mails to this address, newest first. */
export async function mailsTo(page: Page, to: string): Promise<Mail[]> {
  const mails = (await (await page.request.get('/api/v1/demo/outbox')).json()) as Mail[]
  return mails.filter((mail) => mail.to === to)
}

export const subjectsTo = async (page: Page, to: string) => (await mailsTo(page, to)).map(({ subject }) => subject)

/** The newest link of this kind to that address. */
export async function mailedLink(page: Page, to: string, link: RegExp): Promise<string> {
  const found = (await mailsTo(page, to)).map((mail) => link.exec(mail.text)?.[0]).find((one) => one !== undefined)
  if (!found) throw new Error(`No mail to ${to} holds ${link}`)
  return found
}

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

/** Presses one key until the target has the focus, which must then be seen. */
export async function moveTo(page: Page, target: Locator, key = 'Tab') {
  await expect(target).toBeVisible()
  for (let press = 0; press < 60; press++) {
    if (await isFocused(target)) return expectVisibleFocus(target)
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never reached ${target}`)
}

/** A ring of its own, or one drawn around it: as opposed to a focus that only the browser knows of. */
async function expectVisibleFocus(target: Locator) {
  const drawn = () =>
    target.evaluate((element) => {
      const { outlineStyle, outlineWidth, boxShadow, backgroundColor } = getComputedStyle(element)
      const ring = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
      return ring || boxShadow !== 'none' || (element.role === 'menuitem' && backgroundColor !== 'rgba(0, 0, 0, 0)')
    })
  await expect.poll(drawn, `focus of ${target} is seen`).toBe(true)
}

/** Runs on the window as it is, and on a phone's. */
export async function onDesktopAndPhone(page: Page, check: () => Promise<void>) {
  await check()
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await check()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(wide, 'nothing scrolls sideways on a phone').toBe(false)
  if (size) await page.setViewportSize(size)
}

/** What an authenticator app shows for a key, so many seconds ahead (RFC 6238). */
export function codeOf(key: string, ahead = 0): string {
  const bits = [...key].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + ahead) / 30)))
  const mac = createHmac('sha1', Buffer.from(bytes)).update(step).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** A device that holds passkeys and verifies whoever asks: Chromium's virtual authenticator. */
export async function virtualAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** The device is gone, and its passkeys with it. */
    lose: () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  }
}
