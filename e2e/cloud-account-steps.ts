import type { Page } from '@playwright/test'
import { expect, openInApp } from './fixtures.ts'

/** Nukes a cloud account that is held, by typing its id; waits until it is available again, and opens its history. */
export async function nukeHeldAccount(page: Page) {
  await openInApp(page, '/admin/aws_accounts')
  await expect(page.getByText(/hold/i).first()).toBeVisible()
  const held = page.getByRole('row').filter({ hasText: /hold/i }).first()
  const id = /\d{4} ?\d{4} ?\d{4}/.exec((await held.textContent()) ?? '')?.[0].replaceAll(' ', '') ?? ''
  expect(id).toMatch(/^\d{12}$/)
  await page
    .getByRole('button', { name: `Nuke ${id}` })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: /nuke/i })
  await dialog.getByRole('textbox').fill('wrong')
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('textbox').fill(id)
  await confirm.click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: new RegExp(id.replace(/(\d{4})(\d{4})(\d{4})/, '$1 ?$2 ?$3')) })
  await expect(row.getByText('Available')).toBeVisible({ timeout: 90_000 })

  await row.first().click()
  await expect(page.getByText('Nuked').first()).toBeVisible()
}
