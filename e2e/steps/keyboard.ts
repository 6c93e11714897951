import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

/** Presses a key until the target has the focus, which must then be visible. */
export async function focusByKeyboard(page: Page, target: Locator, key = 'Tab') {
  await expect(target).toBeVisible()
  const terminal = page.getByRole('textbox', { name: 'Shell', exact: true })
  for (let press = 0; press < 150; press++) {
    if (await isFocused(target)) return expectVisibleFocus(target)
    // The terminal completes words with Tab, until Escape releases it.
    if ((await terminal.count()) > 0 && (await isFocused(terminal))) await page.keyboard.press('Escape')
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never reached ${target}`)
}

/** An outline, a shadow or, in a menu, a background shows the focus. */
async function expectVisibleFocus(target: Locator) {
  const drawn = () =>
    target.evaluate((element) => {
      const { outlineStyle, outlineWidth, boxShadow, backgroundColor } = getComputedStyle(element)
      const ring = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
      return ring || boxShadow !== 'none' || (element.role === 'menuitem' && backgroundColor !== 'rgba(0, 0, 0, 0)')
    })
  await expect.poll(drawn, `focus of ${target} is seen`).toBe(true)
}
