import { ApiError, type CanaryRun, type ExamCanary } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ago, examRecord, examRow, userAttempt, userRecord } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

test('edits an exam, and validates its cooldown days', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/exams/expert', {
    answers: {
      getExamForAdmin: examRecord(),
      saveExam: examRecord({ version: 4 }),
      listCourseChoices: [{ id: 'one', slug: 'one', title: 'Course one', status: 'published' }],
    },
  })
  await getByRole('textbox', { name: 'Cooldown days after each attempt' }).fill('3, soon')
  await expect.element(getByText('Enter whole numbers separated by commas')).toBeVisible()
  await getByRole('textbox', { name: 'Cooldown days after each attempt' }).fill('3, 30')
  await getByRole('spinbutton', { name: 'Passing points' }).fill('35')
  await getByRole('combobox', { name: 'Course' }).click()
  await getByRole('option', { name: 'Course one' }).click()
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('saveExam')).toEqual([
      { slug: 'expert', examEdit: { version: 3, cooldown_days: [3, 30], passing_points: 35, course: 'one' } },
    ]),
  )
})

test('rejects an invalid canary script, and saves a valid one', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/exams/expert', {
    answers: { getExamForAdmin: examRecord(), saveExam: examRecord({ version: 4 }) },
  })
  const script = getByRole('textbox', { name: 'Canary script' })
  await script.fill('{"answers":')
  await getByRole('button', { name: 'Save' }).click()
  await expect.element(script).toBeInvalid()
  expect(inputsOf('saveExam')).toEqual([])
  const canary = { extra_data: {}, answers: [{ flag: 'the-door', commands: ['aws sts get-caller-identity'] }] }
  await script.fill(JSON.stringify(canary))
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() => expect(inputsOf('saveExam')).toEqual([{ slug: 'expert', examEdit: { version: 3, canary } }]))
})

test('creates an exam with a price', async () => {
  const { getByRole, inputsOf, path } = await openAdmin('/admin/exams/create', {
    answers: { saveExam: examRecord(), getExamForAdmin: examRecord() },
  })
  await getByRole('textbox', { name: 'Slug' }).fill('expert')
  await getByRole('textbox', { name: 'Title' }).fill('Expert')
  await getByRole('spinbutton', { name: 'Price' }).fill('299')
  await getByRole('textbox', { name: 'Terraform module' }).fill('aws/expert')
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() => expect(path()).toBe('/admin/exams/expert'))
  expect(inputsOf('saveExam')).toMatchObject([
    { slug: 'expert', examEdit: { title: 'Expert', price: { amount: 29_900, currency: 'EUR' }, passing_points: 70 } },
  ])
})

test('extends a running exam after previewing its end, and postpones it with a reason', async () => {
  const extendExam = ({ extendExamEdit: { minutes } }: { extendExamEdit: { minutes: number } }) => {
    if (minutes > 30) throw new ApiError('conflict', 'This exam can be extended by 30 minutes in all.')
    return {
      ends_at_before: '2027-03-12T12:00:00.000Z',
      ends_at: '2027-03-12T12:20:00.000Z',
      seconds_left: 12_000,
      minutes_left: 10,
    }
  }
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/users/mara/exams', {
    answers: {
      getUser: userRecord('mara'),
      listUserExams: [userAttempt()],
      listUserRooms: [],
      getUserAttempt: userAttempt(),
      extendExam,
      postponeExam: userAttempt({ state: 'purchased', allowed: ['schedule'] }),
    },
  })
  await getByRole('button', { name: 'Open Expert · attempt 1' }).click()
  await expect.element(getByRole('region', { name: 'Ledger' })).toMatchTextContent(/Start4 h.*automatic/)
  await expect.element(getByRole('dialog')).toMatchTextContent(/03:00 .*America\/New_York/)
  await getByText(/^Rules accepted on /).click()
  await expect.element(getByText('Work **alone**.')).toBeVisible()
  await getByRole('button', { name: 'Extend…' }).click()
  const status = getByRole('dialog', { name: 'Extend the exam' }).getByRole('status')
  await getByRole('spinbutton', { name: 'Minutes' }).fill('31')
  await expect.element(status).toHaveTextContent('This exam can be extended by 30 minutes in all.')
  await getByRole('spinbutton', { name: 'Minutes' }).fill('20')
  await expect.element(status).toMatchTextContent(/The end moves from .* to .*another 10 min/)
  await getByRole('textbox', { name: 'Reason' }).fill('Power cut')
  await getByRole('button', { name: 'Extend exam' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('extendExam')).toContainEqual({
      exam_id: 'expert',
      user_id: 'mara',
      extendExamEdit: { minutes: 20, reason: 'Power cut' },
    }),
  )
  await getByRole('button', { name: 'Postpone…' }).click()
  await getByRole('textbox', { name: 'Reason' }).fill('Region down')
  await getByRole('button', { name: 'Postpone exam' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('postponeExam')).toEqual([
      { username: 'mara', id: userAttempt().id, attemptCorrection: { version: 7, reason: 'Region down' } },
    ]),
  )
})

test('shows a candidate’s report with its minute, and answers it once', async () => {
  const report = {
    id: '5b9a6d0e-3a51-4a3e-9d53-0c8a2f1f6a22',
    kind: 'flag',
    text: 'It is <b>refused</b>.',
    at: '2027-03-12T08:58:00.000Z',
    minute: 58,
    environment: { state: 'provisioning', stage: 'Drawing the account' },
    answer: null,
    answered_at: null,
    answered_by: null,
    version: 1,
  } as const
  const answered = { ...report, answer: 'We fixed it.', answered_at: report.at, answered_by: 'root', version: 2 }
  let attempt = userAttempt({ reports: [report], allowed: ['answer_report'] })
  const { getByRole, inputsOf } = await openAdmin('/admin/users/mara/exams', {
    answers: {
      getUser: userRecord('mara'),
      listUserExams: [userAttempt()],
      getUserAttempt: () => attempt,
      answerExamReport: () => {
        attempt = userAttempt({ reports: [answered], allowed: [] })
        return attempt
      },
    },
  })
  await getByRole('button', { name: 'Open Expert · attempt 1' }).click()
  const reports = getByRole('region', { name: 'Reports' })
  await expect.element(reports).toMatchTextContent(/minute 58 · environment provisioning, at “Drawing the account”/)
  await expect.element(reports).toMatchTextContent(/It is <b>refused<\/b>\./)
  await getByRole('button', { name: 'Answer…' }).click()
  await getByRole('textbox', { name: 'Answer' }).fill('We fixed it.')
  await getByRole('button', { name: 'Send answer' }).click()
  await expect.element(reports).toMatchTextContent(/Answered by root, .*We fixed it\./)
  await expect.element(getByRole('button', { name: 'Answer…' })).not.toBeInTheDocument()
  expect(inputsOf('answerExamReport')).toEqual([
    { username: 'mara', id: attempt.id, report: report.id, examReportAnswer: { version: 1, answer: 'We fixed it.' } },
  ])
})

test('books an exam in the candidate’s time zone after a preview, and offers the next free slot', async () => {
  const purchased = userAttempt({ state: 'purchased', scheduled_at: null, allowed: ['schedule'], ledger: [] })
  const scheduleExamForUser = ({ scheduleExamEdit: { hour } }: { scheduleExamEdit: { hour: number } }) => {
    if (hour === 9)
      throw new ApiError('conflict', 'This hour is fully booked.', {
        extra: { next_free: '2027-04-01T14:00:00.000Z' },
      })
    return {
      attempt_id: purchased.id,
      scheduled_at: '2027-04-01T14:00:00.000Z',
      time_zone: 'America/New_York',
      movable_until: '2027-03-31T14:00:00.000Z',
      moves_left: 2,
      duration_minutes: 240,
    }
  }
  const { getByRole, inputsOf } = await openAdmin('/admin/users/mara/exams', {
    answers: {
      getUser: userRecord('mara'),
      listUserExams: [purchased],
      listUserRooms: [],
      getUserAttempt: purchased,
      scheduleExamForUser,
    },
  })
  await getByRole('button', { name: 'Open Expert · attempt 1' }).click()
  await getByRole('button', { name: 'Book…' }).click()
  const status = getByRole('dialog', { name: 'Book the exam' }).getByRole('status')
  await getByRole('textbox', { name: 'Date' }).fill('2027-04-01')
  await expect.element(status).toHaveTextContent('This hour is fully booked.')
  await expect.element(getByRole('dialog')).toMatchTextContent(/Next free slot: 1 Apr 2027, 10:00/)
  await getByRole('button', { name: 'Use this slot' }).click()
  await expect.element(getByRole('combobox', { name: 'Hour', exact: true })).toHaveTextContent('10:00')
  await expect.element(status).toMatchTextContent(/10:00 .*for the candidate.*for 4 h. An account is available/)
  await getByRole('button', { name: 'Book exam' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('scheduleExamForUser')).toContainEqual({
      username: 'mara',
      exam_slug: 'expert',
      scheduleExamEdit: { date: '2027-04-01', hour: 10, time_zone: 'America/New_York' },
    }),
  )
})

test('lists the candidates of an exam, filtered by the state in the address', async () => {
  const { id, number, state, points, extra_points, passing_points } = userAttempt()
  const { scheduled_at, started_at, decided_at, created_at } = userAttempt()
  const attempt = { id, number, state, points, extra_points, passing_points, under_review: false }
  const moments = { scheduled_at, started_at, decided_at, created_at }
  const { getByRole, inputsOf, path } = await openAdmin('/admin/exams/expert/candidates?state=active', {
    answers: {
      getExamForAdmin: examRecord(),
      listExamCandidates: [{ ...attempt, ...moments, username: 'mara', full_name: 'Mara Moss' }],
    },
  })
  await expect
    .element(getByRole('link', { name: /mara/i }))
    .toHaveAttribute('href', `/admin/users/mara/exams?attempt=${attempt.id}`)
  await vi.waitFor(() => expect(inputsOf('listExamCandidates')).toMatchObject([{ filter: '{"state":"active"}' }]))
  await getByRole('combobox', { name: 'State' }).click()
  await getByRole('option', { name: 'Missed' }).click()
  await vi.waitFor(() => expect(path()).toBe('/admin/exams/expert/candidates?state=no_show'))
  await vi.waitFor(() =>
    expect(inputsOf('listExamCandidates').at(-1)).toMatchObject({ slug: 'expert', filter: '{"state":"no_show"}' }),
  )
})

test('opens the attempt in the address, and rebuilds its failed environment after a preview', async () => {
  const stuck = userAttempt({ allowed: ['rebuild'], active_until: null, clock_stopped_at: '2027-03-12T09:00:00.000Z' })
  const { getByRole, inputsOf } = await openAdmin(`/admin/users/mara/exams?attempt=${stuck.id}`, {
    answers: {
      getUser: userRecord('mara'),
      listUserExams: [stuck],
      getUserAttempt: stuck,
      rebuildExam: { failed_builds: 3, last_message: 'Out of addresses.', clock_stands: true, seconds_left: 10_800 },
    },
  })
  await getByRole('button', { name: 'Rebuild…' }).click()
  const dialog = getByRole('dialog', { name: 'Rebuild the environment' })
  await expect
    .element(dialog.getByRole('status'))
    .toMatchTextContent(/3 builds failed, the last one: “Out of addresses/)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('More addresses')
  await dialog.getByRole('button', { name: 'Rebuild' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('rebuildExam')).toContainEqual({
      username: 'mara',
      id: stuck.id,
      attemptRebuild: { version: 7, reason: 'More addresses' },
    }),
  )
})

test('shows points only for exams that were taken, and keeps a dialog open when the table becomes a list', async () => {
  await page.viewport(1280, 900)
  const sat = userAttempt({ points: 105, state: 'passed', number: 1, allowed: [] })
  const booked = userAttempt({
    id: crypto.randomUUID(),
    number: 2,
    state: 'scheduled',
    points: 0,
    allowed: ['schedule'],
    duration_minutes: 240,
    booked_now_minutes: 300,
  })
  const { getByLabelText, getByRole } = await openAdmin('/admin/users/mara/exams', {
    answers: {
      getUser: userRecord('mara'),
      listUserExams: [booked, sat],
      listUserRooms: [],
      getUserAttempt: booked,
    },
  })
  await expect.element(getByRole('row', { name: /attempt 1/ })).toMatchTextContent(/105 points, 70 to pass/)
  await expect.element(getByRole('row', { name: /attempt 2/ })).not.toMatchTextContent(/to pass/)
  await getByRole('button', { name: 'Open Expert · attempt 2' }).click()
  await expect
    .element(getByRole('dialog'))
    .toMatchTextContent(/Duration if booked now5 h: extra time has changed since/)
  await getByRole('button', { name: 'Move…' }).click()
  await getByRole('textbox', { name: 'Time zone' }).fill('Asia/Tokyo')
  await page.viewport(850, 844)
  // The open menu hides the page from queries by role.
  await expect.element(getByLabelText('Time zone')).toHaveValue('Asia/Tokyo')
  await page.viewport(1280, 900)
})

test('runs an exam’s canary manually, and lists its runs with their results', async () => {
  const health = { ok: false, at: ago(1), message: 'the flag the-door' }
  const run: CanaryRun = {
    id: '7d9f3a52-3c1e-4a68-9c53-0d5e6f7a8b90',
    deployment_id: null,
    begun_at: ago(1),
    by_hand: false,
    revision: 4,
    module_version: '1.0.0',
    doing: null,
    ended_at: ago(1),
    outcome: 'failed',
    failed_step: 'the-door',
    message: 'The value that the script found is not the flag.',
    seconds_to_credentials: null,
  }
  let answer: ExamCanary = { health, runs: [run], refusal: null, allowed: ['try'] }
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/exams/expert/canary', {
    answers: {
      getExamForAdmin: examRecord({ status: 'published', health }),
      getExamCanary: () => answer,
      startExamCanary: () => {
        answer = {
          ...answer,
          health: { ...health, ok: true },
          runs: [{ ...run, id: '2c9f3a52-3c1e-4a68-9c53-0d5e6f7a8b91', outcome: 'solved', message: null }],
        }
        return answer
      },
    },
  })
  await expect
    .element(getByText('At the flag the-door: The value that the script found is not the flag.'))
    .toBeVisible()
  await expect.element(getByText('failed at the flag the-door 24 h ago', { exact: true })).toBeVisible()
  await getByRole('button', { name: 'Run now' }).click()
  await expect.element(getByText('Canary run completed')).toBeVisible()
  await expect.element(getByText('solved 24 h ago', { exact: true })).toBeVisible()
  expect(inputsOf('startExamCanary')).toEqual([{ slug: 'expert' }])
})

test('explains why an exam has no canary', async () => {
  const refusal = 'The module of this exam has no simulated twin, so it has no canary.'
  const { getByRole, getByText } = await openAdmin('/admin/exams/expert/canary', {
    answers: {
      getExamForAdmin: examRecord({ status: 'published' }),
      getExamCanary: { health: null, runs: [], refusal, allowed: [] },
    },
  })
  await expect.element(getByText(refusal)).toBeVisible()
  await expect.element(getByText('The canary has not run for this exam yet.')).toBeVisible()
  await expect.element(getByRole('button', { name: 'Run now' })).not.toBeInTheDocument()
})

test('shows and filters exams by their canary’s result', async () => {
  const rows = [examRow('expert', { health: { ok: true, at: ago(1), message: '' } }), examRow('new')]
  const { getByText, inputsOf } = await openAdmin('/admin/exams?filter={"health":"solved"}', {
    answers: { listExamsForAdmin: rows },
  })
  await expect.element(getByText('solved 24 h ago', { exact: true })).toBeVisible()
  await expect.element(getByText('never run', { exact: true })).toBeVisible()
  await vi.waitFor(() =>
    expect(inputsOf('listExamsForAdmin')).toContainEqual(
      expect.objectContaining({ filter: expect.stringContaining('"health":"solved"') }),
    ),
  )
})
