import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { findMailedLink } from './mails.ts'

/** Buys from the page of a course, lab or exam, and opens it. */
export async function buyAndStart(page: Page) {
  await page.getByRole('link', { name: /^Buy for (?!my team)/ }).click()
  await page.waitForURL(/\/buy\//)
  await continueToPayment(page)
  await page.waitForURL(/\/checkout\//)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/\/purchase_voucher_success/)
  await page.getByRole('link', { name: 'Start now' }).click()
}

/** From the page of a course to its checkout or, by transfer, to the order. */
export async function buySeats(page: Page, course: string, seats: number, fill: () => Promise<void>) {
  await page.goto(`/courses/${course}`)
  await page.getByRole('main').getByRole('link', { name: 'Buy for my team' }).click()
  await page.getByLabel('Number of seats').fill(String(seats))
  await fill()
  await continueToPayment(page)
}

export async function fillCompany(page: Page, company: string) {
  await page.getByRole('checkbox', { name: /^I am buying for a company/ }).check()
  await page.getByLabel('Company', { exact: true }).fill(company)
  await page.getByLabel('Address', { exact: true }).fill('Main Street 1, Berlin')
}

/** Accepts the terms, and names a country if one is needed. */
async function continueToPayment(page: Page) {
  await page.getByRole('checkbox', { name: /^I accept the terms/ }).check()
  const country = page.getByLabel('Country', { exact: true })
  if ((await country.isVisible()) && (await country.inputValue()) === '') await country.selectOption('DE')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
}

export async function payForSeats(page: Page) {
  await page.waitForURL(/\/checkout\//)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('link', { name: 'See your seats' }).click()
  await page.waitForURL(/\/seats$/)
}

/** Opens the newest link to this address that carries a code, and uses the code. */
export async function useMailedCode(page: Page, email: string, look = async () => {}) {
  await page.goto(await findMailedLink(page, email, /\S+\/activate_voucher#code=\S+/))
  await page.getByRole('button', { name: 'See what it opens' }).click()
  await look()
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByRole('link', { name: 'Start now' })).toBeVisible()
}
