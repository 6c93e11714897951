import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Runs a check at the size of the window and at that of a phone, where nothing may scroll sideways. */
export async function onDesktopAndPhone(page: Page, check: () => Promise<void>) {
  await check()
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await check()
  const scrollsSideways = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  expect(scrollsSideways, 'nothing scrolls sideways on a phone').toBe(false)
  if (size) await page.setViewportSize(size)
}
