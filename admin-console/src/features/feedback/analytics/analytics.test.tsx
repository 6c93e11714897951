import { ApiError, type FeedbackAnalytics, type FeedbackResponse, type QuestionFigures } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { sessionOf } from '../../../../test/answers.ts'
import { expectAccessible, themes } from '../../../../test/axe.ts'
import { type Answers, openAdmin } from '../../../../test/openAdmin.tsx'

const idOf = (number: number) => `00000000-0000-4000-8000-00000000020${number}`
const FORM = idOf(0)

const none = { answers: 0, distribution: [], mean: null, score: null }
const question = (number: number, changes: Partial<QuestionFigures>): QuestionFigures => ({
  id: idOf(number),
  kind: 'rating',
  label: 'How clear was it?',
  choices: [],
  required: true,
  ...none,
  trend: [],
  versions: [],
  ...changes,
})
const counts = (values: Record<string, number>) => Object.entries(values).map(([value, count]) => ({ value, count }))
const clear = question(1, {
  answers: 20,
  distribution: counts({ 1: 0, 2: 1, 3: 3, 4: 6, 5: 10 }),
  mean: 4.25,
  trend: [
    { week: '2026-11-02', answers: 12, mean: 4, score: null },
    { week: '2026-11-09', answers: 8, mean: 4.6, score: null },
  ],
  versions: [
    {
      number: 1,
      same: true,
      label: 'How clear was it?',
      ...none,
      answers: 10,
      distribution: counts({ 4: 5, 5: 5 }),
      mean: 4.5,
    },
  ],
})
const recommend = question(2, {
  kind: 'recommend',
  label: 'Would you recommend it?',
  answers: 20,
  distribution: Array.from({ length: 11 }, (_, score) => ({
    value: String(score),
    count: score === 10 ? 12 : score === 3 ? 8 : 0,
  })),
  score: 20,
})
const helped = question(3, {
  kind: 'multiple',
  label: 'What helped?',
  choices: ['Labs', 'Films'],
  answers: 5,
  distribution: counts({ Labs: 5, Films: 2 }),
  versions: [{ number: 1, same: false, label: 'What was good?', ...none }],
})
const pace = question(4, { kind: 'single', label: 'How was the pace?', choices: ['Slow', 'Fast'] })
const words = question(5, { kind: 'text', label: 'What should we change?', answers: 9 })

const version = { form_id: FORM, title: 'After the course', number: 2, anonymity_threshold: 5 }
const analytics = (changes: Partial<FeedbackAnalytics> = {}): FeedbackAnalytics => ({
  course: { slug: 'aws', title: 'Cloud AWS' },
  reached: 64,
  responses: 34,
  versions: [
    { ...version, responses: 23, current: true },
    { ...version, number: 1, responses: 11, current: false },
  ],
  version: { ...version, shown: 20, waiting: 3 },
  from_week: null,
  until_week: null,
  weeks: [
    { week: '2026-11-02', responses: 12 },
    { week: '2026-11-09', responses: 8 },
  ],
  questions: [clear, recommend, helped, pace, words],
  ...changes,
})
const origin = {
  course: 'aws',
  course_title: 'Cloud AWS',
  form_id: FORM,
  form: 'After the course',
  form_version: 2,
  week: '2026-11-09',
  quote_as: 'learner' as const,
}
const said = {
  id: idOf(7),
  response_id: idOf(8),
  ...origin,
  question_id: words.id,
  kind: 'text',
  question: words.label,
  answer: 'More labs, <b>please</b>',
  published_at: null,
  allowed: ['publish' as const],
} as const
const courses = [
  {
    id: 'aws',
    slug: 'aws',
    title: 'Cloud AWS',
    status: 'published',
    form_id: FORM,
    form: 'After the course',
    responses: 34,
  },
  { id: 'gcp', slug: 'gcp', title: 'Cloud GCP', status: 'published', form_id: null, form: null, responses: 2 },
]
const answers: Answers = {
  listCoursesWithFeedback: courses,
  getFeedbackAnalytics: analytics(),
  listFeedbackAnswers: [said],
  listFeedbackResponses: [{ id: idOf(8), ...origin }],
}
const opening = (search: string, others: Answers = {}, as = sessionOf()) =>
  openAdmin(`/admin/feedback_analytics${search}`, { as, answers: { ...answers, ...others } })

test('lists courses to choose from, or explains how to start', async () => {
  const first = await opening('')
  await first.getByRole('link', { name: 'Cloud AWS' }).click()
  await expect.element(first.getByRole('heading', { name: /How clear was it\?/ })).toBeVisible()
  expect(first.path()).toBe('/admin/feedback_analytics?course=aws')
  await first.unmount()
  const { getByRole } = await opening('', { listCoursesWithFeedback: [] })
  await expect.element(getByRole('heading', { name: 'No course has a feedback form yet' })).toBeVisible()
  await expect.element(getByRole('link', { name: 'View feedback forms' })).toBeVisible()
})

test('shows sample sizes, and counts hidden responses without showing them', async () => {
  const { getByText } = await opening('?course=aws')
  const tile = (name: string) => page.getByText(name, { exact: true }).element().parentElement?.textContent
  await expect.element(getByText('Response rate')).toBeVisible()
  expect(tile('Response rate')).toMatch(/53%34 of 64 learners who were asked, all versions/)
  expect(tile('Shown here')).toMatch(/20responses; 3 more are hidden until there are 5/)
  expect(tile('Recommendation score')).toMatch(/\+20n = 20/)
})

test('every chart has a table, and too few answers are explained', async () => {
  const { getByRole } = await opening('?course=aws')
  const rating = getByRole('region', { name: /^How clear was it\? Mean 4\.3 · n = 20/ })
  await expect.element(rating.getByRole('row', { name: '5 10 50%' })).toBeVisible()
  await rating.getByText('Mean by week').click()
  await expect.element(rating.getByRole('row', { name: '9 Nov 2026 4.6 8' })).toBeVisible()
  await expect
    .element(getByRole('region', { name: 'Responses by week' }).getByRole('row', { name: '2 Nov 2026 12' }))
    .toBeVisible()
  const several = getByRole('region', { name: /^What helped\? n = 5/ })
  await expect.element(several.getByRole('row', { name: 'Films 2 40%' })).toBeVisible()
  await expect
    .element(several)
    .toMatchTextContent(/shares can add up to more than 100%.*Only 5 answers: too few to judge/)
  await expect
    .element(getByRole('region', { name: /^How was the pace\? n = 0/ }))
    .toMatchTextContent(/Answers are shown once there are 5/)
})

test('compares versions as shares only if the question is the same', async () => {
  const { getByRole } = await opening('?course=aws')
  const rating = getByRole('region', { name: /^How clear was it/ })
  await rating.getByText('Comparison with other versions').click()
  await expect.element(rating.getByRole('row', { name: '5 50% 50%' })).toBeVisible()
  await expect.element(rating.getByRole('row', { name: 'Mean 4.3 4.5' })).toBeVisible()
  const several = getByRole('region', { name: /^What helped/ })
  await several.getByText('Comparison with other versions').click()
  await expect
    .element(several.getByText('Version 1 asked “What was good?”, so its figures do not compare with these.'))
    .toBeVisible()
})

test('has version and dates in the address', async () => {
  const { getByRole, getByLabelText, inputsOf, path } = await opening('?course=aws')
  await getByRole('combobox', { name: 'Version' }).click()
  await getByRole('option', { name: 'Version 1 (11 responses)' }).click()
  await getByLabelText('From').fill('2026-11-03')
  await vi.waitFor(() =>
    expect(inputsOf('getFeedbackAnalytics').at(-1)).toEqual({
      course_slug: 'aws',
      form_id: FORM,
      form_version: '1',
      from: '2026-11-03',
    }),
  )
  expect(path()).toBe(`/admin/feedback_analytics?course=aws&form_id=${FORM}&form_version=1&from=2026-11-03`)
})

test('shows answers as plain text, searches them after a pause and links to the response', async () => {
  const { getByRole, inputsOf } = await opening('?course=aws')
  const texts = getByRole('region', { name: 'Free-text answers' })
  await expect.element(texts.getByText('More labs, <b>please</b>')).toBeVisible()
  await texts.getByRole('searchbox', { name: 'Search answers' }).fill('labs')
  await texts.getByRole('switch', { name: 'Only quotable answers' }).click()
  await vi.waitFor(() =>
    expect(JSON.parse(String(inputsOf('listFeedbackAnswers').at(-1)?.filter))).toEqual({
      course: 'aws',
      form_id: FORM,
      form_version: 2,
      kind: 'text',
      q: 'labs',
      may_quote: true,
    }),
  )
  await expect
    .element(texts.getByRole('link', { name: 'More labs, <b>please</b>' }))
    .toHaveAttribute('href', `/admin/feedback_responses/${said.response_id}`)
})

test('publishes and removes a quote', async () => {
  let row: object = said
  const { getByRole, inputsOf } = await opening('?course=aws', {
    listFeedbackAnswers: () => [row],
    publishQuote: () => {
      row = { ...said, published_at: '2026-11-20T10:00:00.000Z', allowed: ['unpublish'] }
      return row
    },
    unpublishQuote: () => {
      row = said
      return row
    },
  })
  const texts = getByRole('region', { name: 'Free-text answers' })
  await texts.getByRole('button', { name: 'Quote…' }).click()
  const dialog = getByRole('dialog')
  await expect.element(dialog.getByText('More labs, <b>please</b>')).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish quote' }).click()
  await expect.element(texts.getByText('Quoted')).toBeVisible()
  expect(inputsOf('publishQuote')).toEqual([{ answer_id: said.id }])
  await texts.getByRole('button', { name: 'Remove quote…' }).click()
  await getByRole('dialog').getByRole('button', { name: 'Remove quote' }).click()
  await expect.element(texts.getByRole('button', { name: 'Quote…' })).toBeVisible()
  expect(inputsOf('unpublishQuote')).toEqual([{ answer_id: said.id }])
})

test('exports all answers of the selected version and dates', async () => {
  const exportList = new Response('Id', { headers: { 'content-disposition': 'attachment; filename="answers.csv"' } })
  const { getByRole, getByText, inputsOf } = await opening('?course=aws&until=2026-11-20', { exportList })
  await getByRole('button', { name: 'Export all answers (CSV)' }).click()
  await expect.element(getByText('CSV downloaded')).toBeVisible()
  const filter = JSON.stringify({ course: 'aws', form_id: FORM, form_version: 2, until: '2026-11-20' })
  expect(inputsOf('exportList')).toEqual([{ list: 'listFeedbackAnswers', exportAsk: { filter } }])
})

test('shows only figures without access to answers', async () => {
  const { getByRole, asked } = await opening('?course=aws', {}, sessionOf({ capabilities: ['cloud'] }))
  await expect.element(getByRole('region', { name: /^How was the pace/ })).toBeVisible()
  await expect.element(getByRole('region', { name: 'Free-text answers' })).not.toBeInTheDocument()
  await expect.element(getByRole('region', { name: 'Full responses' })).not.toBeInTheDocument()
  expect(asked.map(({ call }) => call)).not.toContain('listFeedbackAnswers')
})

test('a course that never asked leads to its choice of a form, and what cannot be loaded can be tried again', async () => {
  const nothing = analytics({ version: null, versions: [], weeks: [], questions: [], reached: 0, responses: 0 })
  const first = await opening('?course=aws', { getFeedbackAnalytics: nothing })
  await expect
    .element(first.getByRole('link', { name: 'Choose a form' }))
    .toHaveAttribute('href', '/admin/courses/aws/certificate')
  await first.unmount()
  let isUp = false
  const { getByRole } = await opening('?course=aws', {
    getFeedbackAnalytics: () => {
      if (isUp) return analytics()
      throw new ApiError('unavailable', 'The database rests.')
    },
  })
  await expect.element(getByRole('alert')).toMatchTextContent(/The database rests/)
  isUp = true
  await getByRole('button', { name: 'Try again' }).click()
  await expect.element(getByRole('region', { name: /^How was the pace/ })).toBeVisible()
})

const answer = { rating: null, choice: null, choices: null, text: null, score: null }
const response = (): FeedbackResponse => ({
  id: idOf(8),
  ...origin,
  anonymity_threshold: 5,
  questions: [clear, recommend, helped, words, pace].map(({ id, kind, label, choices, required }) => ({
    id,
    kind,
    label,
    choices,
    required,
    answer:
      kind === 'single'
        ? null
        : {
            question_id: id,
            ...answer,
            ...(kind === 'rating' && { rating: 4 }),
            ...(kind === 'recommend' && { score: 9 }),
            ...(kind === 'multiple' && { choices: ['Labs', 'Films'] }),
            ...(kind === 'text' && { text: 'More labs, <b>please</b>' }),
          },
  })),
})

test('shows an anonymous response with the questions of its version', async () => {
  const { getByRole, getByText } = await openAdmin(`/admin/feedback_responses/${idOf(8)}`, {
    answers: { getFeedbackResponse: response() },
  })
  const card = getByRole('region', { name: 'Answers' })
  await expect
    .element(card)
    .toMatchTextContent(
      /4 of 5.*9 of 10.*Labs, Films.*More labs, <b>please<\/b>.*How was the pace\?No answer, or hidden because there are too few/,
    )
  await expect.element(getByText('Can be quoted anonymously')).toBeVisible()
  await expect
    .element(getByRole('link', { name: 'Feedback on Cloud AWS' }))
    .toHaveAttribute('href', '/admin/feedback_analytics?course=aws')
})

test('shows “not found” for an unknown or hidden response', async () => {
  const { getByRole } = await openAdmin(`/admin/feedback_responses/${idOf(8)}`, {
    answers: { getFeedbackResponse: new ApiError('not_found', 'There is no such response.') },
  })
  await expect.element(getByRole('heading', { level: 1, name: 'Response not found' })).toBeVisible()
})

test.for(themes)('on a phone and on a desk, in %s, a machine finds no fault', async (theme) => {
  localStorage.setItem('theme', theme)
  for (const width of [390, 1280]) {
    await page.viewport(width, 860)
    const { getByRole, unmount } = await opening('?course=aws')
    await expect.element(getByRole('region', { name: 'Full responses' })).toBeVisible()
    for (const summary of document.querySelectorAll<HTMLElement>('main summary')) summary.click()
    const main = getByRole('main').element()
    await expectAccessible(main)
    expect(main.scrollWidth).toBeLessThanOrEqual(main.clientWidth)
    await unmount()
  }
})
