import type { ExamAttempt } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, open, sessionOf } from '../../../../test/app.tsx'
import { expectAccessible } from '../../../../test/axe.ts'
import { time } from '../../../../test/classroom.ts'
import {
  attemptRecord,
  canSchedule,
  examAttempt,
  examDays,
  examDetails,
  examFlag,
  ledgerRow,
  refused,
} from '../../../../test/exam.ts'

const decided = (more: Partial<ExamAttempt>) =>
  examDetails(
    { started_at: time(-90_000), decided_at: time(-60), time_zone: 'Europe/Berlin', ...more },
    { ledger: [ledgerRow({ seconds: 86_400 }), ledgerRow({ kind: 'end', reason: 'Time was over' })] },
  )
const room = (answers: Answers) =>
  open('/examroom/aws-expert', {
    as: sessionOf(),
    answers: {
      listMyExams: [],
      listExamFlags: [examFlag(1, { solved_at: time(-600), points: 45 }), examFlag(2, { points: 55 })],
      getMyAttempt: attemptRecord(),
      ...answers,
    },
  })

test('a passed exam shows its points by flag and leads to its certificate', async () => {
  await room({
    getMyExam: decided({ state: 'passed', points: 45, extra_points: 30 }),
    listEarnedCertificates: [{ type: 'arte', course: 'aws', title: 'AWS Expert' }],
  })
  await expect.element(page.getByRole('heading', { name: 'You passed' })).toBeVisible()
  await expect.element(page.getByText('75 points', { exact: true })).toBeVisible()
  await expect
    .element(page.getByText('45 by flags and 30 extra · 70 were needed to pass', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByRole('row', { name: 'Flag 1 Solved 45 of 45' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'Flag 2 Not solved 0 of 55' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Get your certificate' }))
    .toHaveAttribute('href', '/certificates')
  await expect.element(page.getByText('Time was over')).toBeVisible()
  await expectAccessible()
})

test('a result that waits for extra points says until when; nothing is to be booked meanwhile', async () => {
  await room({ getMyExam: decided({ state: 'provisional', points: 45 }) })
  await expect.element(page.getByRole('heading', { name: 'Your result is not final yet' })).toBeVisible()
  await expect.element(page.getByText(/for seven days at most/)).toBeVisible()
  await expect.element(page.getByText('You cannot book a date now')).not.toBeInTheDocument()
})

test('after a failed or missed exam the next attempt can be booked from the same page, and earlier ones stay listed', async () => {
  const now = time(0)
  const month = now.slice(0, 7)
  const exam = decided({ state: 'no_show', started_at: null })
  await room({
    getMyExam: {
      ...exam,
      attempts: [
        ...exam.attempts,
        examAttempt({
          id: '00000000-0000-4000-8000-0000000000a0',
          number: 1,
          state: 'failed',
          points: 45,
          decided_at: time(-9_000_000),
        }),
      ],
    },
    getCanSchedule: canSchedule(),
    listExamHours: examDays(month, []),
  })
  await expect.element(page.getByRole('heading', { name: 'This exam was missed' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Choose your day and hour' })).toBeVisible()
  await expect.element(page.getByText(/^No hours are free in this month/)).toBeVisible()
  await expect.element(page.getByRole('listitem').filter({ hasText: '45 of 70 points to pass' })).toBeVisible()
  await expectAccessible()
})

test('when all attempts are used, that is said', async () => {
  await room({
    getMyExam: decided({ state: 'failed', points: 45 }),
    getCanSchedule: refused({ code: 'no_attempts_left', message: '', from: null }),
  })
  await expect.element(page.getByText('You have used all your attempts at this exam.')).toBeVisible()
})
