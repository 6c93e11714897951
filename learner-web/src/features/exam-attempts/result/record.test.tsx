import type { AttemptRecord, ConductCase, ExtraPointsRequest } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, open, sessionOf } from '../../../../test/app.tsx'
import { expectAccessible } from '../../../../test/axe.ts'
import { time } from '../../../../test/classroom.ts'
import { activeExam, attemptRecord, canSchedule, examAttempt, examDetails } from '../../../../test/exam.ts'

const room = (answers: Answers, path = '/examroom/aws-expert') =>
  open(path, { as: sessionOf(), answers: { listMyExams: [], listExamFlags: [], ...answers } })
const EARLIER = '00000000-0000-4000-8000-0000000000a0'

const request = (more: Partial<ExtraPointsRequest> = {}): ExtraPointsRequest => ({
  id: '00000000-0000-4000-8000-0000000000b1',
  url: 'https://github.com/flagyard/labs/pull/7',
  note: null,
  state: 'pending',
  points: 0,
  reason: null,
  decided_at: null,
  created_at: time(-600),
  ...more,
})
const doubt = (more: Partial<ConductCase> = {}): ConductCase => ({
  id: '00000000-0000-4000-8000-0000000000c1',
  state: 'open',
  evidence: 'Two addresses\nhttps://logs.example/1 <b>bold</b>',
  created_at: time(-3600),
  answer: null,
  answered_at: null,
  answer_until: time(600_000),
  decision: null,
  decided_at: null,
  ...more,
})

test('a pull request is sent from the running exam, and what was decided about it is read there', async () => {
  let sent: ExtraPointsRequest[] = [request({ state: 'refused', reason: 'It was not merged' })]
  const { inputsOf } = await room({
    getMyExam: activeExam(3600),
    getMyAttempt: () => attemptRecord({ extra_points_requests: sent, extra_points_left: 5 - sent.length }),
    addExtraPointsPR: ({ extraPointsPRPayload: { url } }: { extraPointsPRPayload: { url: string } }) => {
      if (url.includes('issues'))
        throw new ApiError('invalid', 'Please check it.', {
          errors: [{ field: 'url', message: 'This is not the address of a pull request' }],
        })
      const one = request({ id: '00000000-0000-4000-8000-0000000000b2', url })
      sent = [...sent, one]
      return one
    },
  })
  await page.getByText('Extra points by pull request').click()
  const section = page.getByRole('region', { name: 'Extra points' })
  await expect.element(section.getByText('It was not merged')).toBeVisible()
  await expect.element(section.getByText('You can send 4 more', { exact: false })).toBeVisible()
  const address = section.getByRole('textbox', { name: 'Address of the pull request' })
  await address.fill('https://github.com/a/b/issues/1')
  await section.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(section.getByText('This is not the address of a pull request')).toBeVisible()
  await address.fill('https://github.com/a/b/pull/9')
  await section.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(section.getByText('github.com/a/b/pull/9')).toBeVisible()
  await expect.element(section.getByText('Under review')).toBeVisible()
  await expect.element(address).toHaveValue('')
  expect(inputsOf('addExtraPointsPR').at(-1)).toEqual({
    exam: 'aws-expert',
    extraPointsPRPayload: { url: 'https://github.com/a/b/pull/9' },
  })
  await expectAccessible()
})

test('a question about an exam is read as text and answered once; until it is settled no certificate is offered', async () => {
  let one = doubt()
  const { inputsOf } = await room({
    getMyExam: examDetails({
      state: 'passed',
      points: 80,
      under_review: true,
      started_at: time(-90_000),
      decided_at: time(-60),
    }),
    getMyAttempt: () => attemptRecord({ state: 'passed', conduct_cases: [one] }),
    answerConductCase: ({ conductAnswer: { answer } }: { conductAnswer: { answer: string } }) => {
      one = doubt({ answer, answered_at: time(0) })
      return one
    },
  })
  await expect.element(page.getByRole('heading', { name: 'You passed' })).toBeVisible()
  await expect.element(page.getByText('no certificate is issued for it', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /certificate/ })).not.toBeInTheDocument()
  await expect.element(page.getByText('https://logs.example/1 <b>bold</b>', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /logs.example/ })).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: 'Your answer' }).fill('My phone took over')
  await page.getByRole('button', { name: 'Send my answer' }).click()
  await expect.element(page.getByText('Thank you. We will read your answer', { exact: false })).toBeVisible()
  await expect.element(page.getByText('My phone took over')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Your answer' })).not.toBeInTheDocument()
  expect(inputsOf('answerConductCase')).toHaveLength(1)
  await expectAccessible()
})

test('an earlier attempt is read minute by minute, in the zone of the booking and in UTC, and saved as a PDF', async () => {
  const row = (more: Partial<AttemptRecord['rows'][number]>): AttemptRecord['rows'][number] => ({
    kind: 'start',
    at: '2026-11-03T08:00:05.120Z',
    seconds: 0,
    points: null,
    text: '',
    actor: null,
    ...more,
  })
  const { inputsOf } = await room({
    getMyExam: examDetails(
      {},
      {
        attempts: [
          examAttempt({ number: 2 }),
          examAttempt({ id: EARLIER, state: 'failed', points: 45, under_review: true }),
        ],
      },
    ),
    getCanSchedule: canSchedule({ can_schedule: false }),
    getMyAttempt: attemptRecord({
      id: EARLIER,
      rows: [
        row({ seconds: 14_400 }),
        row({ kind: 'extension', at: '2026-11-03T09:00:00.000Z', seconds: 1_800, text: 'Power cut', actor: 'Support' }),
        row({ kind: 'solved', at: '2026-11-03T09:10:00.000Z', points: 45, text: 'Flag 1, after 2 wrong tries' }),
      ],
      flags: [
        { title: 'Flag 2', points: 30, solved_at: null, credited_at: time(-60), tries: 3, last_try_at: time(-900) },
      ],
    }),
    downloadMyAttempt: new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }),
  })
  await expect.element(page.getByText('Under review')).toBeVisible()
  await page.getByRole('link', { name: 'Attempt 1' }).click()
  await expect.element(page.getByRole('heading', { name: 'Attempt 1, minute by minute' })).toBeVisible()
  const rows = page.getByRole('listitem')
  await expect
    .element(rows.filter({ hasText: 'Start' }))
    .toHaveTextContent('03 Nov 2026, 09:00:052026-11-03T08:00:05.120ZStart+4:00:00')
  await expect.element(rows.filter({ hasText: 'More time' })).toMatchTextContent(/Power cutby Support\+0:30:00$/)
  await expect.element(rows.filter({ hasText: 'Flag solved' })).toMatchTextContent(/after 2 wrong tries\+45 points$/)
  await expect
    .element(rows.filter({ hasText: 'Flag 2' }))
    .toMatchTextContent(/Credited: faulty flag · 3 tries30 points$/)
  await expectAccessible()
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  await vi.waitFor(() => expect(inputsOf('downloadMyAttempt')).toEqual([{ exam: 'aws-expert', id: EARLIER }]))
  await page.getByRole('link', { name: 'Back to the exam room' }).click()
  await expect.element(page.getByRole('heading', { name: 'Earlier attempts' })).toBeVisible()
})
