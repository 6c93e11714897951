import { ApiError, type UserAttempt } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { examRecord, userRecord } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

test('an exam is changed field by field, with its cooldowns as a line and its course from a list', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/exams/expert', {
    answers: {
      getExamForAdmin: examRecord(),
      saveExam: examRecord({ version: 4 }),
      listCourseChoices: [{ id: 'one', slug: 'one', title: 'Course one', status: 'published' }],
    },
  })
  await getByRole('textbox', { name: 'Days to wait after each attempt' }).fill('3, soon')
  await expect.element(getByText('Write whole numbers with commas between them')).toBeVisible()
  await getByRole('textbox', { name: 'Days to wait after each attempt' }).fill('3, 30')
  await getByRole('spinbutton', { name: 'Points to pass' }).fill('35')
  await getByRole('combobox', { name: 'Course' }).click()
  await getByRole('option', { name: 'Course one' }).click()
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('saveExam')).toEqual([
      { slug: 'expert', examEdit: { version: 3, cooldown_days: [3, 30], passing_points: 35, course: 'one' } },
    ]),
  )
})

test('a new exam is sent to its address with its price', async () => {
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

const userAttempt = (changes: Partial<UserAttempt> = {}): UserAttempt => ({
  id: '5b9a6d0e-3a51-4a3e-9d53-0c8a2f1f6a11',
  exam: 'expert',
  title: 'Expert',
  number: 1,
  state: 'active',
  points: 30,
  extra_points: 0,
  passing_points: 70,
  scheduled_at: '2027-03-12T08:00:00.000Z',
  started_at: '2027-03-12T08:00:00.000Z',
  decided_at: null,
  counted: true,
  created_at: '2027-02-01T08:00:00.000Z',
  time_zone: 'America/New_York',
  checked_in_at: '2027-03-12T07:50:00.000Z',
  ready_at: '2027-03-12T07:30:00.000Z',
  active_until: '2027-03-12T12:00:00.000Z',
  clock_stopped_at: null,
  now: '2027-03-12T09:00:00.000Z',
  seconds_left: 10_800,
  duration_minutes: 240,
  extension_minutes_left: 30,
  account_until: '2027-03-12T15:30:00.000Z',
  moves_used: 1,
  resets_used: 0,
  ledger: [
    {
      kind: 'start',
      from_at: '2027-03-12T08:00:00.000Z',
      until_at: '2027-03-12T12:00:00.000Z',
      seconds: 14_400,
      points: 0,
      reason: '',
      at: '2027-03-12T08:00:00.000Z',
      actor: null,
    },
  ],
  version: 7,
  allowed: ['extend', 'postpone'],
  ...changes,
})

test('a running exam is extended after its new end was shown, and is taken back for our fault with a reason', async () => {
  const extendExam = ({ extendExamEdit: { minutes } }: { extendExamEdit: { minutes: number } }) => {
    if (minutes > 30) throw new ApiError('conflict', 'This exam can be extended by 30 minutes in all.')
    return {
      ends_at_before: '2027-03-12T12:00:00.000Z',
      ends_at: '2027-03-12T12:20:00.000Z',
      seconds_left: 12_000,
      minutes_left: 10,
    }
  }
  const { getByRole, inputsOf } = await openAdmin('/admin/users/mara/exams', {
    answers: {
      getUser: userRecord('mara'),
      listUserExams: [userAttempt()],
      getUserAttempt: userAttempt(),
      extendExam,
      postponeExam: userAttempt({ state: 'purchased', allowed: ['schedule'] }),
    },
  })
  await getByRole('button', { name: 'Open Expert · attempt 1' }).click()
  await expect.element(getByRole('region', { name: 'Ledger' })).toMatchTextContent(/Start4 h.*by rule/)
  await expect.element(getByRole('dialog')).toMatchTextContent(/03:00 .*America\/New_York/)
  await getByRole('button', { name: 'Extend…' }).click()
  const status = getByRole('dialog', { name: 'Give more time' }).getByRole('status')
  await getByRole('spinbutton', { name: 'Minutes' }).fill('31')
  await expect.element(status).toHaveTextContent('This exam can be extended by 30 minutes in all.')
  await getByRole('spinbutton', { name: 'Minutes' }).fill('20')
  await expect.element(status).toMatchTextContent(/The end moves from .* to .*10 min more can be given/)
  await getByRole('textbox', { name: 'Reason' }).fill('Power cut')
  await getByRole('button', { name: 'Give the time' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('extendExam')).toContainEqual({
      exam_id: 'expert',
      user_id: 'mara',
      extendExamEdit: { minutes: 20, reason: 'Power cut' },
    }),
  )
  await getByRole('button', { name: 'Postpone…' }).click()
  await getByRole('textbox', { name: 'Reason' }).fill('Region down')
  await getByRole('button', { name: 'Postpone the exam' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('postponeExam')).toEqual([
      { username: 'mara', id: userAttempt().id, attemptCorrection: { version: 7, reason: 'Region down' } },
    ]),
  )
})

test('an exam is booked for a learner in their zone, after what would be booked was shown or refused', async () => {
  const purchased = userAttempt({ state: 'purchased', scheduled_at: null, allowed: ['schedule'], ledger: [] })
  const scheduleExamForUser = ({ scheduleExamEdit: { hour } }: { scheduleExamEdit: { hour: number } }) => {
    if (hour === 9) throw new ApiError('conflict', 'This hour is fully booked.')
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
      getUserAttempt: purchased,
      scheduleExamForUser,
    },
  })
  await getByRole('button', { name: 'Open Expert · attempt 1' }).click()
  await getByRole('button', { name: 'Book…' }).click()
  const status = getByRole('dialog', { name: 'Book the exam' }).getByRole('status')
  await getByRole('textbox', { name: 'Date' }).fill('2027-04-01')
  await expect.element(status).toHaveTextContent('This hour is fully booked.')
  await getByRole('combobox', { name: 'Hour', exact: true }).click()
  await getByRole('option', { name: '10:00' }).click()
  await expect.element(status).toMatchTextContent(/10:00 .*for the candidate.*for 4 h. An account is free/)
  await getByRole('button', { name: 'Book it' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('scheduleExamForUser')).toContainEqual({
      username: 'mara',
      exam_slug: 'expert',
      scheduleExamEdit: { date: '2027-04-01', hour: 10, time_zone: 'America/New_York' },
    }),
  )
})

test('the exam’s page lists its candidates, by state as the address says, each with the way to the learner', async () => {
  const { id, number, state, points, extra_points, passing_points } = userAttempt()
  const { scheduled_at, started_at, decided_at, created_at } = userAttempt()
  const attempt = { id, number, state, points, extra_points, passing_points }
  const moments = { scheduled_at, started_at, decided_at, created_at }
  const { getByRole, inputsOf, path } = await openAdmin('/admin/exams/expert/candidates?state=active', {
    answers: {
      getExamForAdmin: examRecord(),
      listExamCandidates: [{ ...attempt, ...moments, username: 'mara', full_name: 'Mara Moss' }],
    },
  })
  await expect.element(getByRole('link', { name: /mara/i })).toHaveAttribute('href', '/admin/users/mara/exams')
  await vi.waitFor(() => expect(inputsOf('listExamCandidates')).toMatchObject([{ filter: '{"state":"active"}' }]))
  await getByRole('combobox', { name: 'State' }).click()
  await getByRole('option', { name: 'Missed' }).click()
  await vi.waitFor(() => expect(path()).toBe('/admin/exams/expert/candidates?state=no_show'))
  await vi.waitFor(() =>
    expect(inputsOf('listExamCandidates').at(-1)).toMatchObject({ slug: 'expert', filter: '{"state":"no_show"}' }),
  )
})
