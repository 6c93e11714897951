import { expect, type Page } from '@playwright/test'

/** Counts what a hand presses on a page that is not open yet. Each call of the result fails on more presses than this since the call before. */
export async function countPresses(page: Page): Promise<(most: number) => Promise<void>> {
  await page.addInitScript(() => {
    addEventListener('pointerdown', ({ isTrusted }) => {
      if (isTrusted) sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses') ?? 0) + 1))
    })
  })
  let before = 0
  return async (most) => {
    const now = await page.evaluate(() => Number(sessionStorage.getItem('presses') ?? 0))
    expect(now - before, 'presses').toBeLessThanOrEqual(most)
    before = now
  }
}
