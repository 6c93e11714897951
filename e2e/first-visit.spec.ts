import type { Locator, Page } from '@playwright/test'
import { ACCOUNT_PASSWORD } from './auth-steps.ts'
import { type CheckAccessibility, expect, test } from './fixtures.ts'
import { focusByKeyboard } from './keyboard.ts'
import { findMailedLink } from './mails.ts'

/** How somebody acts on a page. */
interface Hands {
  press(target: Locator): Promise<void>
  tick(target: Locator): Promise<void>
  type(field: Locator, text: string): Promise<void>
}

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 }

test('from the first visit to the first lesson completed, on a phone on a slow network with reduced motion', async ({
  newDevice,
  checkAccessibility,
}) => {
  test.skip(!process.env.LONG, 'a phone and a slow network only with LONG=1: the same journey is made by the keyboard')
  const phone = await newDevice({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  const devtools = await phone.context().newCDPSession(phone)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  const hands = {
    press: (target: Locator) => target.tap(),
    tick: (target: Locator) => target.check(),
    type: (field: Locator, text: string) => field.fill(text),
  }
  await completeFirstLesson(phone, hands, 'firstbytouch', checkAccessibility)
  const moving = await phone.evaluate(
    () => document.getAnimations().filter((one) => one.playState === 'running').length,
  )
  expect(moving, 'nothing moves').toBe(0)
})

test('from the first visit to the first lesson completed, by the keyboard alone, with the focus visible at every step', async ({
  page,
  checkAccessibility,
}) => {
  const press = async (target: Locator) => {
    await focusByKeyboard(page, target)
    await page.keyboard.press('Enter')
  }
  const tick = async (target: Locator) => {
    await focusByKeyboard(page, target)
    await page.keyboard.press('Space')
  }
  const type = async (field: Locator, text: string) => {
    await focusByKeyboard(page, field)
    await page.keyboard.type(text)
  }
  await completeFirstLesson(page, { press, tick, type }, 'firstbykeys', checkAccessibility)
  await press(page.getByRole('button', { name: /your account/i }))
  await focusByKeyboard(page, page.getByRole('menuitem', { name: /profile/i }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

async function completeFirstLesson(
  page: Page,
  { press, tick, type }: Hands,
  username: string,
  checkAccessibility: CheckAccessibility,
) {
  const email = `${username}@learners.example`
  const video = page.locator('video')
  const ended = () => video.evaluate((element: HTMLVideoElement) => element.ended)

  await test.step('finds a free lesson from the first page, and watches it without an account', async () => {
    await page.goto('/')
    await press(page.getByRole('link', { name: 'Start free' }).first())
    const lesson = page.getByRole('region', { name: 'Free lesson' })
    await press(lesson.getByRole('button', { name: 'Play', exact: true }))
    await expect.poll(ended, { timeout: 60_000 }).toBe(true)
    await checkAccessibility(page, 'a free lesson that has ended')
    await press(page.getByRole('link', { name: 'Create a free account' }))
  })

  await test.step('creates an account, and activates it', async () => {
    for (const [label, text] of [
      ['Your name', 'Some Body'],
      ['Username', username],
      ['E-mail address', email],
      ['Password', ACCOUNT_PASSWORD],
    ] as const)
      await type(page.getByLabel(label, { exact: label === 'Password' }), text)
    await tick(page.getByLabel(/terms/))
    await press(page.getByRole('button', { name: 'Create my account' }))
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    await page.goto(await findMailedLink(page, email, /\S+\/activate_account#token=\S+/))
    await press(page.getByRole('button', { name: 'Activate my account' }))
    await press(page.getByRole('main').getByRole('link', { name: 'Sign in' }))
  })

  await test.step('signs in, is led back to the lesson, and keeps what was watched', async () => {
    await type(page.getByLabel(/username or e-mail/i), email)
    await type(page.getByLabel('Password', { exact: true }), ACCOUNT_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/courses\/.*section=/)
    await press(page.getByRole('button', { name: 'Save to my account' }))
    await expect(page.getByText('What you watched is now in your account.')).toBeVisible()
  })

  await test.step('completes the lesson', async () => {
    const lesson = page.getByRole('region', { name: 'Free lesson' })
    const complete = lesson.getByText('Complete', { exact: true }).first()
    if (!(await complete.isVisible())) {
      await press(lesson.getByRole('button', { name: 'Play', exact: true }))
      await expect(complete).toBeVisible({ timeout: 60_000 })
    }
    await checkAccessibility(page, 'the first lesson is complete')
  })
}
