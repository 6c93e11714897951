import type { Page } from '@playwright/test'
import { signUp } from './steps/auth.ts'
import { buyAndStart } from './steps/buying.ts'
import { deployLab, handInFlag } from './steps/lab.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll, PHONE } from './support/viewports.ts'

const FLAG = /FLAG\{[0-9a-f]{32}\}/

/** What the lesson says to type, with the names that its answers gave. */
const wayIn = (account: string) => [
  `aws configure set role_arn arn:aws:iam::${account}:role/audit-reader --profile hop1`,
  'aws configure set source_profile default --profile hop1',
  'aws iam get-role-policy --role-name audit-reader --policy-name audit-reader-may-hop --profile hop1',
  `aws configure set role_arn arn:aws:iam::${account}:role/payroll-export --profile hop2`,
  'aws configure set source_profile hop1 --profile hop2',
]

test('a learner buys a single lab and solves it in the shell, on a desktop and on a phone', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/403.*courses\/[a-z-]+\/details/)
  await signUp(page, 'shell-stranger')
  await page.goto('/courses')
  await page.getByRole('link', { name: 'Cross-account trust' }).first().click()
  await buyAndStart(page)
  await deployLab(page)

  const shell = page.getByRole('textbox', { name: 'Shell', exact: true })
  await expect(shell).toBeAttached({ timeout: 90_000 })
  await run(page, 'aws sts get-caller-identity', /"Account": "(\d{12})"/)
  const [, account = ''] = /"Account": "(\d{12})"/.exec(await shown(page)) ?? []
  await run(page, 'aws iam list-roles --query "Roles[].RoleName"', /audit-reader/)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('SECTION')
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
  await shell.focus()
  await page.keyboard.press('Escape')
  await handInFlag(page, 'audit-reader')
  await expect(page.getByText('Solved', { exact: true })).toHaveCount(1)
  await expect(page.getByText(/^1 of \d · \d+ of \d+ points$/)).toBeVisible()

  await page.setViewportSize(PHONE)
  await expect(page.getByRole('region', { name: 'Lab status' }).getByRole('timer')).toBeInViewport()
  await expect(page).toHaveTitle(/^\d:\d\d:\d\d · /)
  for (const line of wayIn(account)) await run(page, line, /\$\s*$/)
  await run(page, 'aws s3 ls --profile hop1', /payroll-archive-[0-9a-f]{6}/)
  const [bucket = ''] = /payroll-archive-[0-9a-f]{6}/.exec(await shown(page)) ?? []
  await run(page, 'clear', /\$\s*$/)
  await run(page, `aws s3 cp s3://${bucket}/payroll-2026-10 -`, /denied|Forbidden/i)
  await shell.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type(' --profile hop2 ')
  await page.getByRole('button', { name: '|', exact: true }).click()
  await page.keyboard.type(' grep FLAG')
  await page.keyboard.press('Enter')
  await expect.poll(() => shown(page), { timeout: 60_000 }).toMatch(FLAG)
  const [flag = ''] = FLAG.exec(await shown(page)) ?? []
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await handInFlag(page, flag)
  await expect(page.getByText('Solved', { exact: true })).toHaveCount(2)
  for (const step of await page.getByRole('button', { name: 'I did this' }).all()) await step.click()

  const defense = page.getByRole('region', { name: 'The defender’s side' })
  await defense
    .getByRole('radio', { name: /sts:AssumeRole/ })
    .last()
    .click()
  await defense.getByRole('radio', { name: /never assumed it before/ }).click()
  await defense.getByRole('button', { name: 'Answer' }).click()
  await expect(defense.getByText('Correct: that entry, and that rule.')).toBeVisible()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('button', { name: 'End the lab' }).click()
  await expect(page.getByRole('button', { name: 'Deploy again' })).toBeVisible({ timeout: 60_000 })
})

test('in screen-reader mode a visitor rehearses the lab of a free lesson, and finds its flag', async ({ page }) => {
  await page.goto('/course/aws-red-team-foundations?section=identity&lesson=cross-account-trust')
  await page.getByRole('button', { name: 'Start the rehearsal' }).click()
  await page.getByRole('switch', { name: 'Screen-reader mode' }).click()
  const command = page.getByRole('textbox', { name: /^Command/ })
  const log = page.getByRole('log')
  const read = async (line: string, expected: RegExp) => {
    await command.fill(line)
    // A line that failed stays in the field.
    await expect(async () => {
      await command.press('Enter')
      await expect(command).toHaveValue('', { timeout: 60_000 })
    }).toPass()
    await expect(log).toContainText(expected)
    return (await log.textContent()) ?? ''
  }
  const [, account = ''] = /"Account": "(\d{12})"/.exec(await read('aws sts get-caller-identity', /Account/)) ?? []
  for (const line of wayIn(account)) await read(line, /./)
  const [bucket = ''] =
    /payroll-archive-[0-9a-f]{6}/.exec(await read('aws s3 ls --profile hop1', /payroll-archive/)) ?? []
  const [flag = ''] = FLAG.exec(await read(`aws s3 cp s3://${bucket}/payroll-2026-10 - --profile hop2`, FLAG)) ?? []
  await page.getByRole('textbox', { name: /^Flag$/ }).fill(flag)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Correct.' })).toBeVisible()
  const defense = page.getByRole('region', { name: 'The defender’s side of the rehearsal' })
  await expect(defense.getByText(/^Solve every required flag/)).toBeVisible()
  await page.getByRole('textbox', { name: /^Flag$/ }).fill('audit-reader')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await defense
    .getByRole('radio', { name: /sts:AssumeRole/ })
    .last()
    .check()
  await defense.getByRole('radio', { name: /never assumed it before/ }).check()
  await defense.getByRole('button', { name: 'Answer' }).click()
  await expect(defense.getByText('Correct: that entry, and that rule.')).toBeVisible()
  await page.getByRole('button', { name: 'End the rehearsal' }).click()
  await expect(page.getByRole('button', { name: 'Start the rehearsal' })).toBeVisible()
})

/** What stands in the terminal now, its rows joined: on a phone most lines take two. */
const shown = async (page: Page) =>
  ((await page.locator('.xterm-rows').textContent()) ?? '').replaceAll('\u00a0', ' ').trimEnd()

async function run(page: Page, line: string, expected: RegExp) {
  await page.getByRole('textbox', { name: 'Shell', exact: true }).focus()
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
  await expect.poll(() => shown(page), { timeout: 60_000 }).toMatch(expected)
}
