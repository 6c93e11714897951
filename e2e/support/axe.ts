import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const EVERYTHING = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
/** The console's menu stays the same while the console is open: it is looked at the first time. */
const MENU = 'nav[aria-label=Console]'
/** The rule that depends on the theme, and takes half of the time of all. */
const CONTRAST = 'color-contrast'
const OPTIONS = {
  all: { runOnly: EVERYTHING },
  'all but contrast': { runOnly: EVERYTHING, rules: { [CONTRAST]: { enabled: false } } },
  contrast: { runOnly: { type: 'rule', values: [CONTRAST] } },
} satisfies Record<string, axe.RunOptions>

/**
 * What axe finds on a page, one line per rule. It is loaded once per document: every later run there takes a fraction of the first.
 * Nothing fades meanwhile: a message that goes by itself half-way through has the contrast of no state that a person reads.
 */
export async function findViolations(page: Page, rules: keyof typeof OPTIONS = 'all'): Promise<string[]> {
  const isFirst = await page.evaluate(() => !('axe' in window))
  if (isFirst) await page.evaluate(source)
  const options: axe.RunOptions = {
    ...OPTIONS[rules],
    resultTypes: ['violations'],
    // Style sheets are read by no rule of these.
    preload: { assets: ['media'] },
  }
  return page.evaluate(
    async ({ options, isKnown, menu }) => {
      const still = new CSSStyleSheet()
      still.replaceSync('*, ::before, ::after { transition: none !important }')
      document.adoptedStyleSheets.push(still)
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
      // Nobody can read or operate what is behind a modal dialog.
      const dialog = [...document.querySelectorAll('[role=dialog][aria-modal=true], dialog:modal')].at(-1)
      const { violations } = await window.axe.run(dialog ?? (isKnown ? { exclude: [menu] } : document), options)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
    },
    { options, isKnown: !isFirst && rules !== 'contrast', menu: MENU },
  )
}
