import type { Page } from '@playwright/test'
import { criteria } from '../packages/api-types/src/accessibility.ts'
import { keyboardOf } from './steps/hands.ts'
import { buyCourse, type Learner, passExam, signIn, signUpByForm, solveLab } from './steps/main-journeys.ts'
import { findViolations } from './support/axe.ts'
import { expect, openInApp, signInOn, test } from './support/fixtures.ts'
import { readServerInfo } from './support/server-info.ts'

const COURSE = 'aws-red-team-foundations'
const PUBLIC = [
  ...['/', '/courses', '/labs', '/exams', '/bundles', `/courses/${COURSE}`, '/contact', '/terms', '/privacy', '/faqs'],
  ...['/accessibility', '/signin', '/signup', '/forgot_password'],
]
const LEARNER = [
  ...['/dashboard', '/profile', '/notes', '/vouchers', '/certificates', '/orders', '/organisations'],
  ...[`/classroom/${COURSE}`, `/classroom/${COURSE}?section=identity&lesson=cross-account-trust`],
  ...['/start_free', '/examroom/aws-red-team-expert', `/buy/course/azure-attack-paths`],
]

async function openEach(page: Page, check: (path: string) => Promise<void>, paths = [...PUBLIC, ...LEARNER]) {
  for (const path of paths) {
    if (page.url() === 'about:blank') await page.goto(path)
    else await openInApp(page, path)
    await expect(page.getByRole('main').getByRole('heading').first(), path).toBeVisible()
    await expect(page.getByText('Loading', { exact: false }), path).toHaveCount(0)
    await check(path)
  }
}

test.describe('with the keyboard only', () => {
  const learnerOf = (page: Page, username: string, baseURL = ''): Learner => ({
    hands: keyboardOf(page),
    username,
    request: page.request,
    database: readServerInfo(baseURL).environment.DATABASE_URL ?? '',
  })

  test('with the keyboard only, through roles and names: a purchase, and its lab from Deploy to the last flag', {
    tag: ['@postgres', '@long'],
  }, async ({ page, baseURL }) => {
    const learner = learnerOf(page, 'keys-of-lab', baseURL)
    await test.step('account', () => signUpByForm(learner))
    await test.step('sign-in', () => signIn(learner))
    await test.step('purchase', () => buyCourse(learner))
    await test.step('lab', () => solveLab(learner))
  })

  test('with the keyboard only, through roles and names: an exam from its purchase to a pass', {
    tag: ['@postgres', '@long'],
  }, async ({ page, baseURL }) => {
    const learner = learnerOf(page, 'keys-of-exam', baseURL)
    await signUpByForm(learner)
    await signIn(learner)
    await passExam(learner)
  })
})

test('at 400 % zoom and with wide text spacing, no page scrolls sideways or cuts off its text', {
  tag: '@long',
}, async ({ page }) => {
  await signInOn(page, 'learner')
  // A window of 1280 px at 400 %.
  await page.setViewportSize({ width: 320, height: 256 })
  await openEach(page, async (path) => {
    await page.addStyleTag({ content: WIDE_TEXT })
    const scrolls = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    await expect.poll(scrolls, `${path} scrolls sideways`).toBe(false)
    expect.soft(await page.evaluate(findCutText), path).toEqual([])
  })
})

/** The distances of WCAG 1.4.12. */
const WIDE_TEXT = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
  p { margin-bottom: 2em !important; }`

/** Visible texts that are wider or higher than the box that hides the rest. */
function findCutText(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((element) => {
      const { overflowX, overflowY, clip, clipPath, textOverflow } = getComputedStyle(element)
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      if (clip !== 'auto' || clipPath !== 'none' || !element.checkVisibility()) return false
      const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
      if (!hasText || (textOverflow === 'ellipsis' && element.title)) return false
      return (
        (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
      )
    })
    .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 60)}`)
}

test('in forced colours every page keeps its controls and its focus in sight', {
  tag: '@long',
}, async ({ page }) => {
  await signInOn(page, 'learner')
  await page.emulateMedia({ forcedColors: 'active' })
  await openEach(page, async (path) => {
    expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true)
    // The keyboard has scrolled the page before, and the header would cover a part of a link.
    await page.evaluate(() => scrollTo(0, 0))
    // The system chooses the colours, and with them the contrast.
    expect.soft(await findViolations(page, 'all but contrast'), path).toEqual([])
    expect.soft(await page.evaluate(findBareControls), path).toEqual([])
    const unseen = new Set<string>()
    for (let stop = 0; stop < 30; stop++) {
      await page.keyboard.press('Tab')
      const hidden = await page.evaluate(() => {
        const element = document.activeElement
        if (!element || element === document.body) return null
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
        return isSeen ? null : element.outerHTML.slice(0, 120)
      })
      if (hidden) unseen.add(hidden)
    }
    expect.soft([...unseen], `${path} shows its focus`).toEqual([])
  })
})

/** Buttons and fields that neither a border, an outline nor a text shows once backgrounds are gone. */
function findBareControls(): string[] {
  return [...document.querySelectorAll<HTMLElement>('button, input, select, textarea, [role=slider], [role=switch]')]
    .filter((control) => control.checkVisibility({ opacityProperty: true }) && control.getClientRects().length > 0)
    .filter((control) => {
      const { borderStyle, outlineStyle, forcedColorAdjust } = getComputedStyle(control)
      const isDrawn = borderStyle !== 'none' || outlineStyle !== 'none' || forcedColorAdjust === 'none'
      const isNative = control.matches('input[type=checkbox], input[type=radio], input[type=range], input[type=file]')
      return !isDrawn && !isNative && !control.textContent?.trim() && !control.querySelector('svg, img, [data-drawn]')
    })
    .map((control) => control.outerHTML.slice(0, 120))
}

test('with reduced motion no page moves, and without it nothing flashes', { tag: '@long' }, async ({ page }) => {
  await signInOn(page, 'learner')
  const runs = () =>
    page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const { duration, iterations } = animation.effect?.getComputedTiming() ?? {}
        return animation.playState === 'running'
          ? [{ duration: Number(duration), isEndless: iterations === Infinity }]
          : []
      }),
    )
  await openEach(page, async (path) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(runs, path).toEqual([])
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    // Three flashes within a second need a repetition that is shorter than 334 ms.
    expect(
      (await runs()).filter(({ duration, isEndless }) => isEndless && duration < 334),
      path,
    ).toEqual([])
  })
})

test('every page has a title, a language, a link past the navigation, and the same navigation and help', {
  tag: '@long',
}, async ({ page }) => {
  const titles = new Map<string, string>()
  let frame: string[] | undefined
  await openEach(
    page,
    async (path) => {
      titles.set(path, await page.title())
      await expect(page.locator('html'), path).toHaveAttribute('lang', 'en')
      await expect(page.locator('a').first(), path).toHaveText('Skip to content')
      const links = page.locator('header nav a, footer nav a')
      frame ??= await links.allInnerTexts()
      expect(await links.allInnerTexts(), path).toEqual(frame)
    },
    PUBLIC,
  )
  expect(frame).toEqual(expect.arrayContaining(['Courses', 'Contact', 'Accessibility']))
  const all = [...titles.values()]
  expect([...titles].filter(([, title], at) => all.indexOf(title) !== at)).toEqual([])
})

test('the fields of an account name their purpose to the browser', { tag: '@long' }, async ({ page }) => {
  await page.goto('/signup')
  await expect(page.getByRole('button', { name: 'Create my account' })).toBeVisible()
  const purposes = await page
    .locator('form input:not([type=checkbox]):not([type=hidden])')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).autocomplete))
  expect(purposes).toEqual(['name', 'email', 'username', 'new-password'])
})

test.describe('the statement', () => {
  test.use({ checksRoutes: true })

  test('the statement lists each criterion with its result and tests, and its file is downloaded', async ({
    page,
    checkAccessibility,
  }) => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibility' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Accessibility' })).toBeVisible()
    await expect(page.getByRole('group')).toHaveCount(criteria.length)
    await page.getByText('1.2.5 Audio Description (Prerecorded) Not met').click()
    await expect(page.getByText('The player has no second sound track.').last()).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'as an OpenACR file' }).click()
    expect((await download).suggestedFilename()).toBe('openacr.yaml')
    await checkAccessibility(page, 'accessibility statement')
  })
})
