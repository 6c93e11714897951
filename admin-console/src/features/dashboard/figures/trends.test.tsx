import { ApiError } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { dashboard, figures, sessionOf } from '../../../../test/answers.ts'
import { type Answers, openAdmin } from '../../../../test/openAdmin.tsx'

const openHome = (answers: Answers = {}, address = '/admin', as = sessionOf()) =>
  openAdmin(address, { as, answers: { getDashboard: dashboard(), getFigures: figures(), ...answers } })

/** A figure's text as screen readers announce it. */
const tileOf = ({ getByRole }: Awaited<ReturnType<typeof openHome>>, name: string) =>
  getByRole('listitem', { name, exact: true })

test('describes each figure and its change in words', async () => {
  const screen = await openHome()
  const says = async (name: string, ...sentences: string[]) => {
    for (const sentence of sentences) await expect.element(tileOf(screen, name).getByText(sentence)).toBeVisible()
  }
  await says('Sign-ups', '12', '20% more than before: 10')
  await says('Active learners', 'Unchanged: 7')
  await says('Revenue', '€199', 'EUR · 50% less than before: €398', '$99.50', 'USD · More than before: $0')
  await says('Courses completed', 'No earlier data')
  await says('Labs running', 'Peak · 50% more than before: 4', 'Started · 11% more than before: 28')
  await says('Time until ready', '1 min 15 s', 'Median · n = 31 · 25% longer than before: 1 min')
  await says('Time until ready', '20 min', '95th percentile · n = 31 · 50% shorter than before: 40 min')
  await says('Wait for an account', '2.4 s', '—', '95th percentile · n = 0 · 30 s before')
  await says('Exam pass rate', '80%', 'n = 5 · 5 points more than before: 75%')
  await says('Feedback', '+34', 'Recommendation score · n = 9 · 46 points more than before: −12')
})

test('links each figure to the rows of the same days', async () => {
  const screen = await openHome()
  await expect.element(tileOf(screen, 'Sign-ups').getByRole('link')).toBeVisible()
  const to = (name: string) =>
    decodeURIComponent(tileOf(screen, name).getByRole('link').first().element().getAttribute('href') ?? '')
  const days = '"did_from":"2026-11-20T00:00:00.000Z","did_until":"2026-11-22T00:00:00.000Z"'
  expect(to('Sign-ups')).toBe(`/admin/users?filter={"did":"joined",${days}}`)
  expect(to('Active learners')).toBe(`/admin/users?filter={"did":"learned",${days}}`)
  expect(to('Revenue')).toBe(`/admin/users?filter={"did":"paid",${days}}`)
  expect(to('Exam pass rate')).toBe(`/admin/users?filter={"did":"decided",${days}}`)
  expect(to('Time until ready')).toBe(
    '/admin/deployments?filter={"kind":"lab","started_from":"2026-11-20T00:00:00.000Z","started_until":"2026-11-22T00:00:00.000Z"}',
  )
  expect(to('Certificates')).toContain('/admin/certificates?filter={"issued_from"')
  expect(to('Feedback')).toBe('/admin/feedback_analytics')
})

test('shows figures without links without access to personal data', async () => {
  const screen = await openHome({}, '/admin', sessionOf({ capabilities: ['content'] }))
  await expect.element(tileOf(screen, 'Sign-ups').getByText('12')).toBeVisible()
  expect(tileOf(screen, 'Sign-ups').getByRole('link').query()).toBeNull()
  await expect.element(tileOf(screen, 'Feedback').getByRole('link').first()).toBeVisible()
})

test('every chart has a table, a description and its own address', async () => {
  const screen = await openHome()
  const { getByRole, path } = screen
  for (const { name, series } of figures().figures) {
    const label = tileLabels[name]
    const button = getByRole('button', { name: `Chart of ${label}` })
    await button.click()
    await expect.element(button).toHaveAttribute('aria-pressed', 'true')
    const drawn = getByRole('region', { name: `${label} by day` })
    await expect.element(drawn.getByRole('table')).toBeVisible()
    // The day plus one column per line.
    expect(drawn.getByRole('columnheader').elements()).toHaveLength(1 + series.length)
    expect(
      drawn
        .getByRole('rowheader')
        .elements()
        .map((one) => one.textContent),
    ).toEqual(['20 Nov 2026', '21 Nov 2026'])
    await expect.poll(() => drawn.element().querySelector('[aria-hidden="true"] svg')).not.toBeNull()
    expect(drawn.element().querySelector('p')?.textContent?.length, 'what it means').toBeGreaterThan(40)
    expect(path()).toContain(`figure=${name}`)
  }
})

const tileLabels = {
  signups: 'Sign-ups',
  learners: 'Active learners',
  revenue: 'Revenue',
  completions: 'Courses completed',
  certificates: 'Certificates',
  labs: 'Labs running',
  ready: 'Time until ready',
  wait: 'Wait for an account',
  exams: 'Exam pass rate',
  feedback: 'Feedback',
}

test('selects a period, and has it in the address', async () => {
  const { getByRole, getByLabelText, inputsOf, path } = await openHome()
  await expect.element(getByRole('heading', { name: 'Sign-ups', exact: true })).toBeVisible()
  expect(inputsOf('getFigures')).toEqual([{ days: '30' }])
  await getByRole('combobox', { name: 'Period' }).click()
  await getByRole('option', { name: 'Last 90 days' }).click()
  await expect.poll(() => inputsOf('getFigures').at(-1)).toEqual({ days: '90' })
  expect(path()).toContain('days=90')
  await getByRole('combobox', { name: 'Period' }).click()
  await getByRole('option', { name: 'Custom dates' }).click()
  // Initially, the custom dates are those that were shown.
  await expect.poll(() => inputsOf('getFigures').at(-1)).toEqual({ from: '2026-11-20', until: '2026-11-21' })
  await getByLabelText('From').fill('2026-11-01')
  await expect.poll(() => inputsOf('getFigures').at(-1)).toEqual({ from: '2026-11-01', until: '2026-11-21' })
})

test('opens the period and the chart of the address', async () => {
  const { getByRole, inputsOf } = await openHome({}, '/admin?from=2026-11-20&until=2026-11-21&figure=exams')
  await expect.element(getByRole('region', { name: 'Exam pass rate by day' })).toBeVisible()
  expect(inputsOf('getFigures')).toEqual([{ from: '2026-11-20', until: '2026-11-21' }])
})

test('mentions days that are not counted yet, and shows the error of a rejected period', async () => {
  const screen = await openHome({ getFigures: figures({ uncounted: 12 }) })
  await expect.element(screen.getByText(/12 days will be added within the hour/)).toBeVisible()
  await screen.unmount()
  const refused = await openHome({
    getFigures: () => {
      throw new ApiError('invalid', 'Choose at most 366 days.')
    },
  })
  await expect.element(refused.getByRole('alert').getByText('Choose at most 366 days.')).toBeVisible()
  await expect.element(refused.getByText('38 active · 11 new in 30 days')).toBeVisible()
  await expect.element(refused.getByRole('combobox', { name: 'Period' })).toBeVisible()
})

test('has no revenue chart without payments', async () => {
  const none = figures()
  const screen = await openHome({
    getFigures: {
      ...none,
      figures: none.figures.map((one) => (one.name === 'revenue' ? { ...one, series: [] } : one)),
    },
  })
  await expect.element(tileOf(screen, 'Revenue').getByText('No payments in either period')).toBeVisible()
  await screen.getByRole('button', { name: 'Chart of Revenue' }).click()
  const drawn = screen.getByRole('region', { name: 'Revenue by day' })
  await expect.element(drawn).toBeVisible()
  expect(drawn.getByRole('table').query()).toBeNull()
})
