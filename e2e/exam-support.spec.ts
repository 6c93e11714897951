import type { Page } from '@playwright/test'
import { countPresses } from './steps/presses.ts'
import { seatBesideServer } from './support/beside-server.ts'
import { type Call, expect, openInApp, test } from './support/fixtures.ts'
import { readServerInfo } from './support/server-info.ts'

const EXAM = { slug: 'aws-red-team-expert', title: 'AWS Red Team Expert' }
const DAY_MINUTES = 24 * 60

/** What candidates write to support on the day of an exam, each answered by whoever has the ticket in hand, in the console alone. */
test('support corrects points for a flag sent after the end, extends a running exam, and regrades a broken flag', {
  tag: '@postgres',
}, async ({ page, signIn, apiAs, baseURL, checkAccessibility }) => {
  const { environment } = readServerInfo(baseURL)
  const seat = (prefix: string, people: number, minutesAgo: number) =>
    seatBesideServer(environment, {
      ...{ exam: EXAM.slug, region: 'journey-north-1', passwordOf: 'learner' },
      ...{ prefix, people, minutesAgo },
    })
  // Whose day is over, by two minutes; and who has an hour of it behind them.
  await seat('late', 2, DAY_MINUTES + 2)
  await seat('amid', 1, 60)
  const late = await apiAs('late-1')
  const ended = async () => (await readRoom(late, EXAM.slug)).attempts[0]?.state
  await expect.poll(ended, { timeout: 90_000 }).not.toBe('active')
  const [first]: { id: string; title: string }[] = await late('GET', `/exams/${EXAM.slug}/flags/me`)
  await expect(late('POST', `/exams/flags/${first?.id}/me`, { flag: 'ci-statements' })).rejects.toThrow('40')

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
    await expect.poll(async () => (await readRoom(late, EXAM.slug)).attempts[0]).toMatchObject({ state: 'passed' })
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
    const other = await apiAs('late-2')
    await expect
      .poll(async () => (await readRoom(other, EXAM.slug)).ledger.map(({ reason }) => reason))
      .toContainEqual(expect.stringContaining('The bucket was never made'))
  })
})

async function openAttempt(page: Page, username: string) {
  await openInApp(page, `/admin/users/${username}/exams`)
  await page.getByRole('button', { name: `Open ${EXAM.title} · attempt 1` }).click()
}

const AZURE_EXAM = 'azure-attack-path-specialist'
const REGION = 'journey-south-1'
const PEOPLE = 30
const MOST_MINUTES = 3

interface Room {
  attempts: { state: string }[]
  ledger: { kind: string; from_at: string; seconds: number; reason: string | null; by: string }[]
}

const readRoom = (candidate: Call, exam: string): Promise<Room> => candidate('GET', `/exams/${exam}/me`)

test('a region fails under 30 candidates: one administrator stops all clocks, writes to everyone and resumes all clocks', {
  tag: '@postgres',
}, async ({ page, signIn, apiAs, baseURL, checkAccessibility }) => {
  await seatBesideServer(readServerInfo(baseURL).environment, {
    exam: AZURE_EXAM,
    region: REGION,
    prefix: 'sitter',
    people: PEOPLE,
    passwordOf: 'learner',
  })
  // The route tests ask for each of them; a password takes the server a tenth of a second.
  const asked = [1, 8, 15, 22, PEOPLE].map((number) => `sitter-${number}`)
  const candidates = await Promise.all(asked.map((name) => apiAs(name)))
  const rooms = () => Promise.all(candidates.map((candidate) => readRoom(candidate, AZURE_EXAM)))

  const expectPresses = await countPresses(page)
  await signIn('admin')
  await page.goto('/admin')
  await expect(page.getByRole('region', { name: 'Today’s exams' })).toContainText('Candidate 1')
  const began = Date.now()
  const dialog = page.getByRole('dialog')
  const status = page.getByRole('region', { name: 'Actions' }).getByRole('status')

  await test.step('the incident is opened', async () => {
    await page.getByRole('link', { name: 'Incidents', exact: true }).click()
    await page.getByRole('link', { name: 'New incident' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Outage in the south')
    await page.getByRole('combobox', { name: 'Region' }).click()
    await page.getByRole('option', { name: REGION }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Outage in the south', level: 1 })).toBeVisible()
    await expect(page.getByText(`${PEOPLE} candidates`)).toBeVisible()
  })

  await test.step('the dry run lists all candidates, and all clocks are paused', async () => {
    await page.getByRole('button', { name: 'Pause the clocks…' }).click()
    await expect(dialog.getByText(`${PEOPLE} clocks will be paused`)).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'Changed exams' }).getByRole('listitem')).toHaveCount(PEOPLE)
    await checkAccessibility(page, 'the dry run of an incident')
    await dialog.getByLabel('Reason').fill('The cloud does not respond')
    await dialog.getByRole('button', { name: 'Pause all clocks' }).click()
    await expect(status).toHaveText(`${PEOPLE} exam timers paused by this incident`)
  })

  await test.step('all candidates get an e-mail', async () => {
    await page.getByRole('button', { name: 'E-mail the candidates…' }).click()
    await dialog.getByLabel('Subject').fill('Your exam is paused')
    await dialog.getByLabel('Text').fill('The cloud is down. Your clock stands.\n\nYou lose no time.')
    await expect(dialog.getByRole('region', { name: 'E-mail preview' })).toContainText('You lose no time.')
    await dialog.getByLabel('Reason').fill('To reassure candidates')
    await dialog.getByRole('button', { name: 'Send to all' }).click()
    await expect(dialog).toHaveCount(0)
  })

  const standing = await rooms()
  for (const { attempts, ledger } of standing) {
    expect(attempts[0]).toMatchObject({ state: 'active', active_until: null })
    expect(ledger.at(-1)).toMatchObject({
      kind: 'stop',
      by: 'us',
      reason: 'Outage in the south: The cloud does not respond',
    })
  }

  await test.step('all clocks resume', async () => {
    await page.getByRole('button', { name: 'Resume the clocks…' }).click()
    await expect(dialog.getByText(`${PEOPLE} clocks will resume`)).toBeVisible()
    await dialog.getByLabel('Reason').fill('The cloud is back')
    await dialog.getByRole('button', { name: 'Resume all clocks' }).click()
    await expect(status).toHaveText(`No exam timers are paused. ${PEOPLE} exams were changed`)
    await expect(page.getByRole('cell', { name: /^runs until/ })).toHaveCount(25)
  })
  await expectPresses(25)
  expect((Date.now() - began) / 60_000).toBeLessThanOrEqual(MOST_MINUTES)
  await checkAccessibility(page, 'an incident')

  // Everybody can compute their end from the rows that they read.
  for (const { attempts, ledger } of await rooms()) {
    const [start, stop, resume, ...more] = ledger
    expect([start?.kind, stop?.kind, resume?.kind, more.length]).toEqual(['start', 'stop', 'resume', 0])
    const stood = Date.parse(resume!.from_at) - Date.parse(stop!.from_at)
    const end = Date.parse(start!.from_at) + start!.seconds * 1000 + stood
    expect(attempts[0]).toMatchObject({ clock_stopped_at: null, active_until: new Date(end).toISOString() })
  }
})
