import type { Page } from '@playwright/test'
import { type CheckAccessibility, expect } from './fixtures.ts'

interface LabSolution {
  staticFlag: string
  /** The resource in the simulated cloud that holds the dynamic flag. */
  resource: string
}

const solutions: { title: RegExp; solution: LabSolution }[] = [
  {
    title: /cross-account trust/i,
    solution: {
      staticFlag: 'audit-reader',
      resource: 'payroll-2026-10',
    },
  },
  {
    title: /./,
    solution: {
      staticFlag: 'report-box',
      resource: 'preview-signing-key',
    },
  },
]

/** Deploys a lab, sees its stages and credentials, submits a wrong flag and then each right one, and ends the lab. */
export async function solveLab(page: Page, title: string, checkAccessibility: CheckAccessibility) {
  const solution = solutions.find((lab) => lab.title.test(title))?.solution
  if (!solution) throw new Error(`No solution for ${title}`)
  await page.getByRole('button', { name: /^Deploy/ }).click()
  await expect(page.getByText('Handing you the keys')).toBeVisible()
  await checkAccessibility(page, `${title}, building`)
  await expect(page.getByRole('link', { name: /^Open console/ })).toBeVisible({ timeout: 90_000 })
  await expect(page.getByRole('timer')).toBeVisible()
  await page
    .getByRole('button', { name: /^Show / })
    .first()
    .click()
  await checkAccessibility(page, `${title}, running`)

  await handInFlag(page, 'not this one')
  await expect(page.getByRole('alert').filter({ hasText: 'That is not the flag' }).first()).toBeVisible()
  await handInFlag(page, solution.staticFlag)
  await expect(page.getByText('Solved', { exact: true })).toHaveCount(1)
  const account = { account: 'AWS account', checkAccessibility }
  await handInFlag(page, await readFlagInCloud(page, solution.resource, account))
  await expect(page.getByText('Solved', { exact: true })).toHaveCount(2)
  for (const step of await page.getByRole('button', { name: 'I did this' }).all()) await step.click()

  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('button', { name: 'End the lab' }).click()
  await expect(page.getByRole('button', { name: 'Deploy again' })).toBeVisible({ timeout: 60_000 })
}

/** Hands a flag in by the one box of a lab. */
export async function handInFlag(page: Page, flag: string) {
  await page.keyboard.press('Control+k')
  const box = page.getByLabel(/^Found one\? Enter any flag of this lab/)
  await expect(box).toBeFocused()
  await box.fill(flag)
  await box.press('Enter')
}

export async function submitFlag(page: Page, question: RegExp, flag: string) {
  await page.getByLabel(question).fill(flag)
  await page.getByLabel(question).press('Enter')
}

/** Signs in to the simulated cloud of an environment with the credentials on its page, and reads the flag in one of its resources. */
export async function readFlagInCloud(
  page: Page,
  resource: string,
  { account, checkAccessibility }: { account: string; checkAccessibility?: CheckAccessibility },
): Promise<string> {
  await expect(page.getByText(/FLAG\{[0-9a-f]{32}\}/)).toHaveCount(0)
  const [user, password] = [await readCredential(page, 'User name'), await readCredential(page, 'Password')]
  const href = await page.getByRole('link', { name: /^Open console/ }).getAttribute('href')
  const cloud = await page.context().newPage()
  await cloud.goto(href ?? '')
  const heading = cloud.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(new RegExp(`^Sign in to ${account}`))
  await checkAccessibility?.(cloud, 'simulated cloud, sign-in')
  await cloud.getByLabel('User name').fill(user)
  await cloud.getByLabel('Password').fill(password)
  await cloud.getByRole('button', { name: 'Sign in' }).click()
  await expect(heading).toHaveText(new RegExp(`^${account}`))
  await checkAccessibility?.(cloud, 'simulated cloud, account')
  await cloud.getByRole('link', { name: resource, exact: true }).click()
  await expect(heading).toHaveText(resource)
  await checkAccessibility?.(cloud, 'simulated cloud, resource')
  const flag = /FLAG\{[0-9a-f]{32}\}/.exec((await cloud.getByRole('main').textContent()) ?? '')?.[0]
  await cloud.close()
  return flag ?? ''
}

async function readCredential(page: Page, label: string): Promise<string> {
  const show = page.getByRole('button', { name: `Show ${label}`, exact: true })
  if (await show.isVisible()) await show.click()
  const term = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })
  return (await term.locator('xpath=following-sibling::dd[1]').textContent()) ?? ''
}
