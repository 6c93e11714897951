import { ApiError } from '@flagyard/api-types'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { expectAccessible } from '../../../test/axe.ts'
import { answer, feedbackForm, questions } from '../../../test/feedback.ts'

const as = sessionOf()
const text = page.getByRole('textbox', { name: /What was missing/ })
const send = page.getByRole('button', { name: 'Send my feedback' })
const good = page.getByRole('radiogroup', { name: 'How good was it?' })

beforeEach(() => localStorage.clear())

const sentForm = feedbackForm({
  state: 'answered',
  answered_at: '2026-11-20T10:00:00.000Z',
  answers: [
    answer(1, { rating: 4 }),
    answer(3, { choices: ['Films', 'Labs'] }),
    answer(4, { text: '<b>More</b> labs' }),
  ],
})

test('five kinds of questions are answered by keyboard and sent, once, and the page says thank you', async () => {
  const { inputsOf } = await open('/feedback/aws', {
    as,
    answers: { getFeedbackForm: feedbackForm(), submitFeedback: sentForm },
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'How was it?' })).toBeVisible()
  await expect.element(page.getByText(/at least 3 learners/)).toBeVisible()
  await expectAccessible()

  const focus = (element: Element) => (element as HTMLElement).focus()
  focus(good.getByRole('radio', { name: '3', exact: true }).element())
  await userEvent.keyboard(' {ArrowRight}')
  await expect.element(good.getByRole('radio', { name: '4', exact: true })).toBeChecked()
  focus(page.getByRole('radio', { name: 'Too slow' }).element())
  await userEvent.keyboard(' {ArrowDown}')
  for (const choice of ['Labs', 'Films']) {
    focus(page.getByRole('checkbox', { name: choice }).element())
    await userEvent.keyboard(' ')
  }
  await text.fill('<b>More</b> labs')
  await page.getByRole('radio', { name: '10 – Very much' }).click()
  await page.getByRole('checkbox', { name: /You may quote/ }).click()
  await page.getByRole('combobox', { name: 'Show it with' }).selectOptions('My initials')
  await expectAccessible()
  await send.click()

  await expect.element(page.getByText('Thank you for your feedback.')).toBeVisible()
  await expect.element(page.getByText('<b>More</b> labs')).toBeVisible()
  await expect.element(page.getByText('Films, Labs')).toBeVisible()
  await expect.element(page.getByText('Not answered').first()).toBeVisible()
  await expectAccessible()
  const [input] = inputsOf('submitFeedback')
  expect(input).toMatchObject({ course_slug: 'aws', quote_as: 'initials', version_id: feedbackForm().version_id })
  expect(input?.feedbackAnswerCreate).toEqual(
    expect.arrayContaining([
      { question_id: questions[0]!.id, rating: 4 },
      { question_id: questions[1]!.id, choice: 'Just right' },
      { question_id: questions[2]!.id, choices: ['Films', 'Labs'] },
      { question_id: questions[3]!.id, text: '<b>More</b> labs' },
      { question_id: questions[4]!.id, score: 10 },
    ]),
  )
  expect(localStorage.length).toBe(0)
})

test('only learners who agreed are quoted, and they can withdraw', async () => {
  const quoted = { ...sentForm, quote_as: 'initials' as const, is_quoted: true }
  const { inputsOf } = await open('/feedback/aws', {
    as,
    answers: { getFeedbackForm: feedbackForm(), submitFeedback: quoted, withdrawQuote: sentForm },
  })
  await expect.element(page.getByRole('checkbox', { name: /You may quote/ })).not.toBeChecked()
  await good.getByRole('radio', { name: '4', exact: true }).click()
  await send.click()
  await expect.element(page.getByText('with my initials.', { exact: false })).toBeVisible()
  expect(inputsOf('submitFeedback')[0]).not.toHaveProperty('quote_as')
  await expectAccessible()
  await page.getByRole('button', { name: 'Stop quoting me' }).click()
  await expect.element(page.getByText('with my initials.', { exact: false })).not.toBeInTheDocument()
  expect(inputsOf('withdrawQuote')).toEqual([{ course_slug: 'aws' }])
})

test('what is written stays over a reload, and an answer can be taken back', async () => {
  const { reload } = await open('/feedback/aws', { as, answers: { getFeedbackForm: feedbackForm() } })
  await text.fill('Not finished yet')
  await page.getByRole('radio', { name: 'Just right' }).click()
  await reload()
  await expect.element(text).toHaveValue('Not finished yet')
  await expect.element(page.getByRole('radio', { name: 'Just right' })).toBeChecked()
  await page.getByRole('button', { name: 'Clear this answer' }).click()
  await expect.element(page.getByRole('radio', { name: 'Just right' })).not.toBeChecked()
  await open('/feedback/aws', {
    as: sessionOf({ id: '00000000-0000-4000-8000-000000000002' }),
    answers: { getFeedbackForm: feedbackForm() },
  })
  await expect.element(text.last()).toHaveValue('')
})

test('an error is shown at its question, which gets the focus, and no answer is lost', async () => {
  await open('/feedback/aws', {
    as,
    answers: {
      getFeedbackForm: feedbackForm(),
      submitFeedback: () => {
        throw new ApiError('invalid', 'Please check.', {
          errors: [{ field: questions[0]!.id, message: 'Please answer this question' }],
        })
      },
    },
  })
  await text.fill('Typed text')
  await send.click()
  await expect.element(good).toHaveAccessibleDescription(/Please answer this question/)
  await expect.element(good).toHaveFocus()
  await expect.element(text).toHaveValue('Typed text')
  await expectAccessible()
})

test('questions that changed meanwhile are shown, with what still answers them', async () => {
  let asked = feedbackForm()
  await open('/feedback/aws', {
    as,
    answers: {
      getFeedbackForm: () => asked,
      submitFeedback: () => {
        asked = feedbackForm({
          version_id: crypto.randomUUID(),
          questions: [questions[3]!, { ...questions[1]!, choices: ['Too fast'] }],
        })
        throw new ApiError('stale_version', 'The questions changed while you were writing.')
      },
    },
  })
  await text.fill('Still mine')
  await page.getByRole('radio', { name: 'Just right' }).click()
  await send.click()
  await expect.element(page.getByRole('radio', { name: 'Too fast' })).not.toBeChecked()
  await expect.element(text).toHaveValue('Still mine')
  await expect.element(good).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert').getByText('The questions changed while you were writing.')).toBeVisible()
})

test('who is not there yet reads when they will be asked, and a closed form says where to write', async () => {
  const { unmount } = await open('/feedback/aws', {
    as,
    answers: { getFeedbackForm: feedbackForm({ state: 'not_yet', completed: 0.25 }) },
  })
  await expect.element(page.getByText(/completed 50% of the course\. You are at 25%/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Back to the course' })).toHaveAttribute('href', '/classroom/aws')
  await expectAccessible()
  await unmount()
  await open('/feedback/aws', { as, answers: { getFeedbackForm: feedbackForm({ state: 'closed' }) } })
  await expect.element(page.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact')
})

test('a course that asks nothing is not found, and a failure can be tried again', async () => {
  const { unmount } = await open('/feedback/nothing', {
    as,
    answers: {
      getFeedbackForm: () => {
        throw new ApiError('not_found', 'This course does not ask you for feedback.')
      },
    },
  })
  await expect.element(page.getByRole('heading', { level: 1, name: /not here|not found|no page/i })).toBeVisible()
  await unmount()
  let isDown = true
  await open('/feedback/aws', {
    as,
    answers: {
      getFeedbackForm: () => {
        if (isDown) throw new ApiError('unexpected', 'Something went wrong on our side.')
        return feedbackForm()
      },
    },
  })
  await expect.element(page.getByText('We could not load the questions')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(send).toBeVisible()
})

test('on a phone the scales fit, and the page is accessible in the dark', async () => {
  await page.viewport(360, 740)
  document.documentElement.dataset.theme = 'dark'
  await open('/feedback/aws', { as, answers: { getFeedbackForm: feedbackForm() } })
  await expect.element(send).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  await expectAccessible()
  delete document.documentElement.dataset.theme
})
