import type { AdminConductCase, ConductCaseRow, ExtraPointsRow, UserAttempt } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { bulkJob, examRecord, userAttempt, userRecord } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const ID = '5b9a6d0e-3a51-4a3e-9d53-0c8a2f1f6a11'
const FLAG = '5b9a6d0e-3a51-4a3e-9d53-0c8a2f1f6a22'
const AT = '2027-03-12T08:00:00.000Z'

const attempt = (changes: Partial<UserAttempt> = {}): UserAttempt =>
  userAttempt({
    id: ID,
    state: 'failed',
    decided_at: AT,
    active_until: AT,
    seconds_left: 0,
    ledger: [
      { kind: 'end', from_at: AT, until_at: null, seconds: 0, points: 30, reason: 'Handed in', at: AT, actor: null },
    ],
    allowed: ['correct_points', 'open_case', 'void'],
    ...changes,
  })
const conductCase = (changes: Partial<AdminConductCase> = {}): AdminConductCase => ({
  id: FLAG,
  state: 'open',
  evidence: 'Two addresses in the same minute',
  created_at: AT,
  answer: null,
  answered_at: null,
  answer_until: '2027-03-19T08:00:00.000Z',
  decision: null,
  decided_at: null,
  opened_by: 'ada',
  decided_by: null,
  version: 1,
  allowed: ['dismiss', 'disqualify'],
  refusal: null,
  needs_proof: true,
  ...changes,
})
const change = {
  state_before: 'failed',
  state: 'passed',
  points_before: 30,
  points: 75,
  passing_points: 70,
  certificate: true,
} as const

const openAttempt = async (answers: Parameters<typeof openAdmin>[1]) => {
  const admin = await openAdmin('/admin/users/mara/exams', {
    ...answers,
    answers: { getUser: userRecord('mara'), listUserExams: [attempt()], ...answers?.answers },
  })
  await admin.getByRole('button', { name: 'Open Expert · attempt 1' }).click()
  return admin
}

test('decides a request for extra points after previewing the result', async () => {
  const row = {
    id: ID,
    url: 'https://github.com/flagyard/labs/pull/7',
    note: 'A lab',
    state: 'pending',
    points: 0,
    reason: null,
    decided_at: null,
    created_at: AT,
    username: 'mara',
    full_name: 'Mara Kowal',
    exam: 'expert',
    title: 'Expert',
    attempt_id: ID,
    attempt_state: 'provisional',
    used_elsewhere: 1,
    allowed: ['decide'],
  } as ExtraPointsRow
  const { getByRole, inputsOf } = await openAdmin('/admin/extra_points?filter={"state":"pending"}', {
    answers: { listExtraPoints: [row], decideExtraPoints: change },
  })
  await getByRole('button', { name: 'Decide…' }).first().click()
  const dialog = getByRole('dialog', { name: 'Decide extra points' })
  await expect.element(dialog).toMatchTextContent(/“A lab”.*sent for another attempt/)
  await expect.element(dialog.getByRole('button', { name: 'Save decision' })).toBeDisabled()
  await dialog.getByRole('spinbutton', { name: 'Points' }).fill('45')
  await expect
    .element(dialog.getByRole('status'))
    .toHaveTextContent('30 → 75 points, 70 to pass: passes, and the certificate is issued')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Merged')
  await dialog.getByRole('button', { name: 'Save decision' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('decideExtraPoints')).toContainEqual({
      username: 'mara',
      exam_slug: 'expert',
      extraPointsDecision: { id: ID, state: 'approved', points: 45, reason: 'Merged' },
    }),
  )
})

test('lists conduct cases, filters them by exam and links each to its attempt', async () => {
  const row: ConductCaseRow = {
    id: ID,
    state: 'open',
    created_at: AT,
    answered_at: null,
    answer_until: AT,
    decided_at: null,
    username: 'mara',
    full_name: 'Mara Kowal',
    exam: 'expert',
    title: 'Expert',
    attempt_number: 2,
    attempt_id: ID,
    attempt_state: 'failed',
  }
  const attempt = { ...userAttempt(), id: ID }
  const { getByRole, inputsOf } = await openAdmin('/admin/conduct_cases?filter={"state":"open"}', {
    answers: {
      listConductCases: [row, { ...row, id: FLAG, username: 'jon', state: 'dismissed', answered_at: AT }],
      listExamChoices: [{ id: ID, slug: 'expert', title: 'Expert', status: 'published' }],
      getUser: userRecord('mara'),
      listUserExams: [attempt],
      getUserAttempt: attempt,
      listUserRooms: [],
    },
  })
  await expect.element(getByRole('row', { name: /mara/ })).toMatchTextContent(/Expert · attempt 2.*Open.*due by/)
  await expect.element(getByRole('row', { name: /jon/ })).toMatchTextContent(/Dismissed.*answered/)
  await getByRole('combobox', { name: 'Exam' }).click()
  await getByRole('option', { name: 'Expert' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('listConductCases')).toContainEqual(
      expect.objectContaining({ filter: JSON.stringify({ state: 'open', exam: 'expert' }) }),
    ),
  )
  await getByRole('link', { name: 'Open the case of mara' }).click()
  await expect.element(getByRole('dialog')).toBeVisible()
  await vi.waitFor(() => expect(inputsOf('getUserAttempt')).toContainEqual({ username: 'mara', id: ID }))
})

test('regrades a broken flag for the selected candidates, including one found after the dialog opened', async () => {
  let affected = ['mara', 'jon']
  const candidate = (username: string, more = {}) => ({
    username,
    full_name: username.toUpperCase(),
    number: 1,
    ...change,
    ...more,
  })
  const { getByRole, inputsOf, path } = await openAdmin('/admin/exams/expert/candidates', {
    answers: {
      getExamForAdmin: examRecord(),
      listExamCandidates: [],
      getUsersToRegrade: ({ flag }: { flag?: string }) => ({
        flags: [{ id: FLAG, title: 'Pivot', points: 45 }],
        rows: flag
          ? affected.map((one) =>
              candidate(one, one === 'jon' ? { state: 'failed', points: 45, certificate: false } : {}),
            )
          : [],
      }),
      startBulk: bulkJob({ id: ID, action: 'users.regrade' }),
      getBulkJob: bulkJob({ id: ID, action: 'users.regrade' }),
      listBulkItems: [],
    },
  })
  await getByRole('button', { name: 'Regrade a flag…' }).click()
  await getByRole('combobox', { name: 'Broken flag' }).click()
  await getByRole('option', { name: 'Pivot · 45 points' }).click()
  await expect
    .element(getByRole('dialog').getByRole('status'))
    .toHaveTextContent('2 candidates affected. 1 attempt would pass with these points.')
  await expect
    .element(getByRole('list', { name: 'Affected candidates' }))
    .toMatchTextContent(/MARA.*30 → 75 points, 70 to pass: passes/)
  await getByRole('checkbox', { name: 'JON (jon), attempt 1' }).click()
  // Another candidate submitted while the dialog was open. Focusing the window refetches the preview.
  affected = ['mara', 'jon', 'kim']
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.element(getByRole('checkbox', { name: 'KIM (kim), attempt 1' })).toBeChecked()
  await expect.element(getByRole('checkbox', { name: 'JON (jon), attempt 1' })).not.toBeChecked()
  await getByRole('textbox', { name: 'Reason' }).fill('The role was missing')
  await getByRole('button', { name: 'Award points' }).click()
  await vi.waitFor(() => expect(path()).toBe(`/admin/bulk_jobs/${ID}`))
  expect(inputsOf('startBulk')).toEqual([
    { bulkAsk: { action: 'users.regrade', ids: ['mara', 'kim'], flag: FLAG, reason: 'The role was missing' } },
  ])
})

test('shows flag submissions, corrects points with a reason and voids an attempt', async () => {
  const { getByRole, getByText, inputsOf } = await openAttempt({
    answers: {
      getUserAttempt: attempt(),
      listUserFlagTries: [{ id: FLAG, flag: 'The good one', at: AT, correct: true, late: true }],
      correctExamPoints: change,
      voidExam: attempt({ state: 'void', allowed: [] }),
    },
  })
  await getByText('Flag submissions').click()
  await expect
    .element(getByRole('list', { name: 'Flag submissions' }))
    .toMatchTextContent(/The good one.*Correct.*After the end/)
  await getByRole('button', { name: 'Correct points…' }).click()
  const dialog = getByRole('dialog', { name: 'Correct the points' })
  await dialog.getByRole('spinbutton', { name: 'Points to add' }).fill('45')
  await expect.element(dialog.getByRole('status')).toMatchTextContent(/30 → 75 points/)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The server hung')
  await dialog.getByRole('button', { name: 'Correct points' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('correctExamPoints')).toContainEqual({
      username: 'mara',
      id: ID,
      pointsCorrection: { version: 7, points: 45, reason: 'The server hung' },
    }),
  )
  await getByRole('button', { name: 'Void…' }).click()
  await getByRole('textbox', { name: 'Reason' }).fill('Refunded')
  await getByRole('button', { name: 'Void attempt' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('voidExam')).toEqual([
      { username: 'mara', id: ID, attemptCorrection: { version: 7, reason: 'Refunded' } },
    ]),
  )
})

test('opens a conduct case with evidence, and asks for a password if the only administrator decides it', async () => {
  let shown = attempt()
  const { getByRole, inputsOf } = await openAttempt({
    answers: {
      getUserAttempt: () => shown,
      openConductCase: () => {
        shown = attempt({ under_review: true, conduct_cases: [conductCase()], allowed: [] })
        return shown
      },
      decideConductCase: attempt({ state: 'disqualified', allowed: [] }),
      getMySecondFactor: { totp: null, passkeys: [], recovery_codes_left: 0, required: false },
    },
  })
  await getByRole('button', { name: 'Open a case…' }).click()
  await getByRole('textbox', { name: 'Evidence' }).fill('Two addresses in the same minute')
  await getByRole('button', { name: 'Open case' }).click()
  const conduct = getByRole('region', { name: 'Conduct' })
  await expect.element(conduct).toMatchTextContent(/Under review.*Two addresses in the same minute.*Not answered yet/)
  await conduct.getByRole('button', { name: 'Decide…' }).click()
  await getByRole('combobox', { name: 'Decision' }).click()
  await getByRole('option', { name: 'Disqualify the attempt' }).click()
  await getByRole('dialog', { name: 'Decide the conduct case' })
    .getByLabelText('Earliest next attempt')
    .fill('2027-06-01')
  await getByRole('textbox', { name: 'Reason' }).fill('The logs show it')
  await getByRole('dialog', { name: 'Decide the conduct case' })
    .getByLabelText('Your password, to decide the case')
    .fill('correct horse')
  await getByRole('button', { name: 'Save decision' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('decideConductCase')).toEqual([
      {
        username: 'mara',
        id: FLAG,
        conductDecision: {
          version: 1,
          state: 'disqualified',
          reason: 'The logs show it',
          barred_until: '2027-06-01',
          current_password: 'correct horse',
        },
      },
    ]),
  )
})
