import { ACCOUNT_PASSWORD, createAccount } from './auth-steps.ts'
import { buyForMyself } from './buy-steps.ts'
import { expect, test } from './fixtures.ts'
import { handInFlag } from './lab-steps.ts'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a lab is bought alone from its tile, read, deployed and solved, though its section of the course is closed', async ({
    page,
    signIn,
    checkAccessibility,
    consoleErrors,
  }) => {
    // The classroom asks for the whole course at once, which whoever has a lab of it alone is refused.
    consoleErrors.allow(/403.*courses\/[a-z-]+\/details/)
    await createAccount(page, 'lab-buyer')
    await signIn('lab-buyer', ACCOUNT_PASSWORD)
    await page.goto('/courses')
    await page.getByRole('link', { name: 'The build that knew too much' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The build that knew too much')
    await checkAccessibility(page, 'page of a lab')
    await buyForMyself(page)
    await page.waitForURL(/\/checkout\//)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.waitForURL(/\/purchase_voucher_success/)
    await page.getByRole('link', { name: 'Start now' }).click()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The build that knew too much')
    await expect(
      page
        .getByRole('main')
        .getByText(/build-nightly|trigger/)
        .first(),
    ).toBeVisible()
    const strip = page.getByRole('region', { name: 'How your lab stands' })
    await strip.getByRole('link', { name: 'Lab' }).click()
    await page.getByRole('button', { name: 'Deploy', exact: true }).click()
    await expect(page.getByRole('link', { name: /^Open console/ })).toBeVisible({ timeout: 90_000 })
    await checkAccessibility(page, 'lab bought alone, running')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

    await expect(strip.getByRole('timer')).toBeInViewport()
    await expect(page).toHaveTitle(/^\d:\d\d:\d\d · /)
    await handInFlag(page, 'build-release')
    await expect(page.getByText('Solved', { exact: true })).toBeVisible()
    await expect(page.getByText('1 of 3 · 10 of 50 points')).toBeVisible()
    await checkAccessibility(page, 'lab bought alone, a flag solved')

    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByRole('button', { name: 'End the lab' }).click()
    await expect(page.getByRole('button', { name: 'Deploy again' })).toBeVisible({ timeout: 60_000 })
  })
})
