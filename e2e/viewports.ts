import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Runs a check at the size of the window, and with LONG=1 also at that of a phone. Nothing may scroll sideways on a phone, which is
 * always checked.
 */
export async function onDesktopAndPhone(page: Page, check: () => Promise<void>) {
  await check()
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  if (process.env.LONG) await check()
  await expectNoSidewaysScroll(page)
  if (size) await page.setViewportSize(size)
}

/** Waits, because the app lays itself out anew after the window has changed. */
export async function expectNoSidewaysScroll(page: Page) {
  const scrolls = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  await expect.poll(scrolls, 'nothing scrolls sideways on a phone').toBe(false)
}
