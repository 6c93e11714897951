import type { APIRequestContext, Page } from '@playwright/test'
import { signInOverHttp } from './auth-steps.ts'
import { seatBesideServer } from './beside-server.ts'
import { expect, openInApp, test } from './fixtures.ts'
import { readServerInfo } from './server-info.ts'

const EXAM = { slug: 'aws-red-team-expert', title: 'AWS Red Team Expert' }
const DAY_MINUTES = 24 * 60

/** What candidates write to support on the day of an exam, each answered by whoever has the ticket in hand, in the console alone. */
test('a flag after the end, more time for a running exam, and a flag that was broken', async ({
  page,
  signIn,
  baseURL,
  playwright,
  checkAccessibility,
}) => {
  const { environment } = readServerInfo(baseURL)
  const seat = (prefix: string, people: number, minutesAgo: number) =>
    seatBesideServer(environment, {
      ...{ exam: EXAM.slug, region: 'journey-north-1', passwordOf: 'learner' },
      ...{ prefix, people, minutesAgo },
    })
  // Whose day is over, by two minutes; and who has an hour of it behind them.
  await seat('late', 2, DAY_MINUTES + 2)
  await seat('amid', 1, 60)
  const api = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const late = await candidate(api, 'late-1', '127.2.0.1')
  const ended = async () => (await late.room()).attempts[0]?.state
  await expect.poll(ended, { timeout: 90_000 }).not.toBe('active')
  const [first] = await late.flags()
  expect((await late.send(first?.id ?? '', 'ci-statements')).ok()).toBe(false)

  await signIn('admin')
  await page.goto('/admin/users/late-1/exams')

  await test.step('“I had the flag”: what was sent after the end stands there with its minute, and points come with a reason', async () => {
    await openAttempt(page, 'late-1')
    const dialog = page.getByRole('dialog').first()
    await dialog.getByText('Flag submissions', { exact: true }).click()
    const tries = dialog.getByRole('list', { name: 'Flag submissions' })
    await expect(tries.getByRole('listitem').filter({ hasText: first?.title ?? '' })).toContainText('After the end')
    await checkAccessibility(page, 'flag submissions of an attempt')
    await dialog.getByRole('button', { name: 'Correct points…' }).click()
    const correction = page.getByRole('dialog', { name: 'Correct the points' })
    await correction.getByLabel('Points to add').fill('70')
    await expect(correction.getByRole('status')).toContainText('70 to pass: passes')
    await correction.getByLabel('Reason').fill('Our clock was two minutes wrong')
    await correction.getByRole('button', { name: 'Correct points' }).click()
    await expect(correction).toBeHidden()
    await expect.poll(async () => (await late.room()).attempts[0]).toMatchObject({ state: 'passed' })
  })

  await test.step('more time: the new end is shown before it is given, and stands in the ledger with its reason', async () => {
    await openAttempt(page, 'amid-1')
    await page.getByRole('dialog').first().getByRole('button', { name: 'Extend…' }).click()
    const extension = page.getByRole('dialog', { name: 'Extend the exam' })
    await extension.getByLabel('Minutes').fill('30')
    await expect(extension.getByText(/^The end moves from .* to /)).toBeVisible()
    await checkAccessibility(page, 'more time')
    await extension.getByLabel('Reason').fill('A fire alarm in the building')
    await extension.getByRole('button', { name: 'Extend exam' }).click()
    await expect(extension).toBeHidden()
    const ledger = page.getByRole('dialog').first().getByRole('region', { name: 'Ledger' })
    await expect(ledger).toContainText('A fire alarm in the building')
  })

  await test.step('all candidates affected by a broken flag are regraded', async () => {
    await openInApp(page, `/admin/exams/${EXAM.slug}/candidates`)
    await page.getByRole('button', { name: 'Regrade a flag…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Broken flag' }).click()
    await page.getByRole('option', { name: new RegExp(first?.title ?? '') }).click()
    await expect(dialog.getByRole('checkbox', { name: /late-2/ })).toBeChecked()
    await checkAccessibility(page, 'candidates affected by a broken flag')
    await dialog.getByLabel('Reason').fill('The bucket was never made')
    await dialog.getByRole('button', { name: 'Award points' }).click()
    await expect(page.getByRole('main').getByRole('status').first()).toContainText('done')
    const other = await candidate(api, 'late-2', '127.2.0.2')
    await expect
      .poll(async () => (await other.room()).ledger.map(({ reason }) => reason))
      .toContainEqual(expect.stringContaining('The bucket was never made'))
  })
  await api.dispose()
})

async function openAttempt(page: Page, username: string) {
  await openInApp(page, `/admin/users/${username}/exams`)
  await page.getByRole('button', { name: `Open ${EXAM.title} · attempt 1` }).click()
}

interface Room {
  attempts: { state: string }[]
  ledger: { reason: string | null }[]
}

/** What a candidate does and reads, over HTTP. */
async function candidate(api: APIRequestContext, username: string, address: string) {
  const headers = { authorization: `Bearer ${await signInOverHttp(api, username, address)}` }
  const read = async <T>(path: string) => (await (await api.get(path, { headers })).json()) as T
  return {
    room: () => read<Room>(`/api/v1/exams/${EXAM.slug}/me`),
    flags: () => read<{ id: string; title: string }[]>(`/api/v1/exams/${EXAM.slug}/flags/me`),
    send: (id: string, flag: string) => api.post(`/api/v1/exams/flags/${id}/me`, { headers, data: { flag } }),
  }
}
