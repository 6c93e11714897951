import {
  ApiError,
  type ExamFlag,
  type ExamNotes,
  type ExamPreflight,
  type ExamReport,
  type MyExamDetails,
} from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, open, sessionOf } from '../../../test/app.tsx'
import { expectAccessible } from '../../../test/axe.ts'
import { time } from '../../../test/classroom.ts'
import { activeExam, canSchedule, examDetails, examFlag } from '../../../test/exam.ts'
import { examStream } from '../../../test/exam-stream.ts'

const room = (answers: Answers) =>
  open('/examroom/aws-expert', {
    as: sessionOf(),
    answers: {
      listMyExams: [],
      listExamFlags: [],
      getExamNotes: written('', 0),
      getCanSchedule: canSchedule(),
      ...answers,
    },
  })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const written = (text: string, version: number): ExamNotes => ({ text, version, updated_at: time(0) })

test('what another device does stands here at once; a stream that is cut comes back by itself', async () => {
  const stream = examStream()
  let exam: MyExamDetails = activeExam(33_273)
  let flags: ExamFlag[] = [examFlag(1, { title: 'Foothold' })]
  let connected = true
  const getMyExam = vi.fn(() => {
    if (!connected) throw new TypeError('Failed to fetch')
    return exam
  })
  await room({
    getMyExam,
    listExamFlags: () => flags,
    followMyExam: () => {
      if (!connected) throw new TypeError('Failed to fetch')
      return stream.answer()
    },
  })
  await expect.element(page.getByText('0 of 100 points', { exact: false })).toBeVisible()
  await expect.poll(stream.opened).toBe(1)
  flags = [examFlag(1, { title: 'Foothold', solved_at: time(0) })]
  stream.tell()
  await expect.element(page.getByText('25 of 100 points', { exact: false })).toBeVisible()

  connected = false
  stream.cut()
  await expect.element(page.getByText(/your time keeps running by our clock/), { timeout: 8_000 }).toBeVisible()
  await expect.element(page.getByRole('timer')).toBeVisible()
  connected = true
  await expect.poll(stream.opened, { timeout: 10_000 }).toBe(2)
  await expect.element(page.getByText(/your time keeps running by our clock/)).not.toBeInTheDocument()
  exam = examDetails({ state: 'failed', started_at: time(-3600), points: 25, decided_at: time(0) })
  stream.tell()
  await expect.element(page.getByRole('heading', { name: 'You did not pass this time' })).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: 'Your exam has ended.' })).toBeInTheDocument()
})

test('notes are saved while typed, kept through a lost connection, and never written over by another device unseen', async () => {
  const stream = examStream()
  let server = written('From yesterday', 3)
  let connected = true
  const saveExamNotes = vi.fn(({ examNotesEdit: { text, version } }: { examNotesEdit: ExamNotes }) => {
    if (!connected) throw new TypeError('Failed to fetch')
    if (version !== server.version)
      throw new ApiError('stale_version', 'Your notes were changed on another device.', { extra: { notes: server } })
    server = written(text, version + 1)
    return server
  })
  const { reload } = await room({
    getMyExam: activeExam(33_273),
    followMyExam: stream.answer,
    getExamNotes: () => server,
    saveExamNotes,
  })
  const field = page.getByRole('textbox', { name: 'Your notes' })
  await expect.element(field).toHaveValue('From yesterday')
  await field.fill('One')
  await expect.element(page.getByText('Saved.')).toBeVisible()
  await expect.poll(() => server).toMatchObject({ text: 'One', version: 4 })

  // A device that only looks on follows.
  server = written('On the other', 5)
  stream.tell('notes', { version: 5 })
  await expect.element(field).toHaveValue('On the other')

  connected = false
  await field.fill('Without a connection')
  await expect.element(page.getByText(/Your notes stay on this page/)).toBeVisible()
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  server = written('Theirs', 6)
  connected = true
  dispatchEvent(new Event('online'))
  await expect.element(page.getByRole('region', { name: 'Notes of the other device' })).toHaveTextContent('Theirs')
  await expect.element(field).toHaveValue('Without a connection')
  await expectAccessible()
  await button('Keep both').click()
  await expect.poll(() => server).toMatchObject({ text: 'Without a connection\n\nTheirs', version: 7 })
  await expect.element(page.getByText('Saved.')).toBeVisible()
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Without a connection')
  await reload()
  await expect.element(field).toHaveValue('Without a connection\n\nTheirs')
})

test('what was typed in the last moment is saved when the exam ends, and notes can be read afterwards', async () => {
  const stream = examStream()
  let exam: MyExamDetails = activeExam(33_273)
  let server = written('', 0)
  await room({
    getMyExam: () => exam,
    followMyExam: stream.answer,
    getExamNotes: () => server,
    saveExamNotes: ({ examNotesEdit: { text, version } }: { examNotesEdit: ExamNotes }) => {
      server = written(text, version + 1)
      return server
    },
  })
  await page.getByRole('textbox', { name: 'Your notes' }).fill('Almost there')
  exam = examDetails({ state: 'failed', started_at: time(-3600), decided_at: time(0) })
  stream.tell()
  await expect.element(page.getByRole('heading', { name: 'You did not pass this time' })).toBeVisible()
  await expect.poll(() => server.text).toBe('Almost there')
  await page.getByText('Your notes', { exact: true }).click()
  await expect.element(page.getByText('Almost there')).toBeVisible()
})

test('a problem is reported with what it is about, and its answer is shown and read out', async () => {
  const stream = examStream()
  let reports: ExamReport[] = []
  const { inputsOf } = await room({
    getMyExam: () => activeExam(33_273, {}, { reports }),
    followMyExam: stream.answer,
    reportExamProblem: ({ examReportPayload }: { examReportPayload: Pick<ExamReport, 'kind' | 'text'> }) => {
      const report: ExamReport = {
        id: '00000000-0000-4000-8000-0000000000f1',
        ...examReportPayload,
        at: time(0),
        minute: 60,
        environment: { state: 'running', stage: null },
        answer: null,
        answered_at: null,
      }
      reports = [report]
      return report
    },
  })
  await button('Report a problem…').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send the report' }).click()
  await expect.element(dialog.getByText('Tell us what happened.')).toBeVisible()
  await dialog.getByLabelText('What is it about?').selectOptions('A flag')
  await dialog.getByLabelText('What happened?').fill('The flag is *refused*.')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Send the report' }).click()
  await expect.element(page.getByText('The flag is *refused*.')).toBeVisible()
  await expect.element(page.getByText('In progress')).toBeVisible()
  await expect.element(page.getByText(/minute 60 of your exam/)).toBeVisible()
  expect(inputsOf('reportExamProblem')).toMatchObject([
    { exam: 'aws-expert', examReportPayload: { kind: 'flag', text: 'The flag is *refused*.' } },
  ])
  reports = reports.map((one) => ({ ...one, answer: 'We mended it.', answered_at: time(0) }))
  stream.tell()
  await expect.element(page.getByText('We mended it.')).toBeVisible()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Support has answered your report.' }))
    .toBeInTheDocument()
})

test('a small environment is tried before the day: it is seen being built, and how long it took', async () => {
  const stream = examStream()
  let preflight: ExamPreflight | null = null
  let refusal: ApiError | null = new ApiError('conflict', 'All accounts are needed for exams and labs at the moment.')
  const at = time(86_400)
  await room({
    getMyExam: () => examDetails({ state: 'scheduled', scheduled_at: at, time_zone: 'Europe/Berlin' }, { preflight }),
    getCanSchedule: canSchedule({ can_schedule: false }),
    followMyExam: stream.answer,
    startExamPreflight: () => {
      if (refusal) throw refusal
      const stages: ExamPreflight['stages'] = [
        { name: 'Building something small', state: 'active', started_at: time(0), ended_at: null, log: [] },
      ]
      preflight = { state: 'building', stages, message: null, asked_at: time(0), seconds: null, again_at: null }
      return preflight
    },
  })
  await expect.element(page.getByText('Not tried')).toBeVisible()
  await button('Try a small environment').click()
  await expect.element(page.getByText('All accounts are needed for exams and labs at the moment.')).toBeVisible()
  refusal = null
  await button('Try a small environment').click()
  await expect.element(page.getByText('Building', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Building something small: now')).toBeVisible()
  await expect.element(button(/Try/)).not.toBeInTheDocument()
  await expectAccessible()
  preflight = { state: 'passed', stages: [], message: null, asked_at: time(-20), seconds: 14, again_at: time(14_380) }
  stream.tell()
  await expect.element(page.getByText(/it ran after 14 s\. It was removed again\./)).toBeVisible()
  await expect.element(page.getByText(/^You can try again from /)).toBeVisible()
})
