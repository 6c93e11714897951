import type { Page } from '@playwright/test'

/** From the page of what is sold to its checkout: a country is named if one is needed, and the terms are accepted. */
export async function buyForMyself(page: Page) {
  await page.getByRole('link', { name: /^Buy for (?!my team)/ }).click()
  await page.waitForURL(/\/buy\//)
  await continueToPayment(page)
}

export async function continueToPayment(page: Page) {
  await page.getByRole('checkbox', { name: /^I accept the terms/ }).check()
  const country = page.getByLabel('Country', { exact: true })
  if ((await country.isVisible()) && (await country.inputValue()) === '') await country.selectOption('DE')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
}
