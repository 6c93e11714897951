import type { Dialog, Page } from '@playwright/test'
import { HOSTILE_LINE } from '../../api-server/test/fixtures/hostile-content.ts'
import { expect } from '../support/fixtures.ts'

/** Opens a screen with what an author wrote against its readers: it stands there to be read, and no part of it has become a part of the page. */
export async function expectHarmless(page: Page, address: string): Promise<void> {
  const said: string[] = []
  const hear = async (dialog: Dialog) => {
    said.push(dialog.message())
    await dialog.dismiss()
  }
  page.on('dialog', hear)
  await page.goto(address)
  await expect.poll(() => readTexts(page), { message: address }).toContain(HOSTILE_LINE)
  expect(await page.evaluate(findForeignParts), address).toEqual([])
  expect(said, address).toEqual([])
  page.off('dialog', hear)
}

/** What the page shows, in its fields too. */
async function readTexts(page: Page): Promise<string> {
  const fields = await page
    .locator('input, textarea')
    .evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value))
  return [...(await page.locator('body').allInnerTexts()), ...fields].join('\n')
}

/** Elements and attributes that run or fetch something, and that no screen of ours has. */
function findForeignParts(): string[] {
  const isHostile = (name: string, value: string) =>
    ['href', 'src', 'action', 'formaction', 'xlink:href'].includes(name) &&
    /^(javascript:|data:text|x$)/i.test(value.trim())
  const inline = [
    ...document.querySelectorAll(
      'script:not([src], [type^="application/"]), iframe[srcdoc], math, base, object, embed',
    ),
  ].map((element) => element.outerHTML.slice(0, 200))
  const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes]
      .filter(({ name, value }) => name.startsWith('on') || isHostile(name, value))
      .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
  )
  return [...inline, ...attributes]
}
