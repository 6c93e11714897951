import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** With LONG=1, runs a check at the size of the window and at that of a phone, where nothing may scroll sideways. */
export async function onDesktopAndPhone(page: Page, check: () => Promise<void>) {
  if (!process.env.LONG) return
  await check()
  const size = page.viewportSize()
  await page.setViewportSize(PHONE)
  await check()
  await expectNoSidewaysScroll(page)
  if (size) await page.setViewportSize(size)
}

export const PHONE = { width: 390, height: 844 }

/** Waits, because the app lays itself out anew after the window has changed. */
export async function expectNoSidewaysScroll(page: Page) {
  const scrolls = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  await expect.poll(scrolls, 'nothing scrolls sideways on a phone').toBe(false)
}
