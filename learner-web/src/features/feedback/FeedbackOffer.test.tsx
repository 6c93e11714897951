import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { course, lessonRow, progress, silence, time } from '../../../test/classroom.ts'
import { feedbackForm } from '../../../test/feedback.ts'

beforeEach(() => localStorage.clear())

const classroom = (more: Parameters<typeof progress>[0], form = feedbackForm()) => ({
  getCourseProgress: progress(more),
  getCourseDetails: course,
  getVideoUrl: { url: silence(20), captions: [], chapters: [], duration_seconds: 20, expires_at: time(900) },
  updateLastSeen: lessonRow(),
  listMyLabs: [],
  getFeedbackForm: form,
})
const lesson = page.getByRole('heading', { level: 1, name: 'Assume the wrong role' })
const offer = page.getByRole('heading', { name: 'How is it so far?' })

test('who has come far enough is asked below the lesson, and after “Not now” not again before the end of the course', async () => {
  const { unmount } = await open('/classroom/aws', { as: sessionOf(), answers: classroom({ feedback_due: true }) })
  await expect.element(offer).toBeVisible()
  await expect.element(page.getByText(/5 short questions/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Give feedback' })).toHaveAttribute('href', '/feedback/aws')
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect.element(offer).not.toBeInTheDocument()
  await unmount()

  const again = await open('/classroom/aws', { as: sessionOf(), answers: classroom({ feedback_due: true }) })
  await expect.element(lesson).toBeVisible()
  await expect.element(offer).not.toBeInTheDocument()
  expect(again.asked).not.toContain('getFeedbackForm')
  await again.unmount()

  await open('/classroom/aws', {
    as: sessionOf(),
    answers: classroom({ feedback_due: true, completed_at: time(0), certificate_id: 'c1' }),
  })
  await expect.element(page.getByRole('heading', { name: 'How was the course?' })).toBeVisible()
})

test('feedback is not requested too early, after an answer, once the form is closed, or during an impersonation', async () => {
  const due = { feedback_due: true }
  for (const [as, answers] of [
    [sessionOf(), classroom({})],
    [sessionOf(), classroom(due, feedbackForm({ state: 'closed' }))],
    [{ ...sessionOf(), impersonation: { by: 'anna', until: time(900) } }, classroom(due)],
  ] as const) {
    const { unmount } = await open('/classroom/aws', { as, answers })
    await expect.element(lesson).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Give feedback' })).not.toBeInTheDocument()
    await unmount()
  }
})
