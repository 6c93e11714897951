import type { AlertSide, FlagAlert } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { ago, userRecord } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const id = '00000000-0000-4000-8000-000000000041'
const side = (username: string): AlertSide => ({
  username,
  full_name: `The learner ${username}`,
  state: 'active',
  deployment: null,
  tries: [{ at: ago(0.1), correct: false, late: false, is_this: username === 'mara' }],
  tries_count: 1,
  solved_at: username === 'ivo' ? ago(0.2) : null,
  sessions: [{ address: '192.0.2.7', user_agent: 'Firefox', created_at: ago(1), last_used_at: ago(0.1) }],
  other_alerts: 0,
})
const alert = (changes: Partial<FlagAlert> = {}): FlagAlert => ({
  id,
  state: 'open',
  username: 'mara',
  owner: 'ivo',
  flag: 'Behind it',
  lab: 'open-door',
  exam: null,
  at: ago(0.1),
  resolved_at: null,
  version: 1,
  allowed: ['decide'],
  attempt_id: null,
  attempt_number: null,
  has_conduct_case: false,
  giver: side('mara'),
  holder: side('ivo'),
  seconds_after_solve: 600,
  shared_addresses: ['192.0.2.7'],
  resolution: null,
  resolved_by: null,
  ...changes,
})
const getUser = ({ username }: { username: string }) => userRecord(username)

test('filters alerts by open ones, and shows the evidence of both learners', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/flag_alerts', {
    answers: { listFlagAlerts: [alert()], getFlagAlert: alert(), getUser },
  })
  await getByRole('button', { name: 'Open', exact: true }).click()
  await vi.waitFor(() => expect(inputsOf('listFlagAlerts').at(-1)).toMatchObject({ filter: '{"state":"open"}' }))
  await getByRole('link', { name: 'mara' }).click()
  await expect.element(getByRole('heading', { name: 'mara submitted a flag of ivo' })).toBeVisible()
  const giver = getByRole('region', { name: 'Submitted by' })
  await expect.element(giver.getByRole('link', { name: 'The learner mara' })).toBeVisible()
  await expect.element(getByRole('region', { name: 'Flag owner' }).getByText('192.0.2.7')).toBeVisible()
  await expect.element(getByRole('region', { name: 'Event' }).getByText(/10 min.* after ivo solved it/)).toBeVisible()
})

test('confirms an alert with a reason, and notifies the learner', async () => {
  const { getByRole, inputsOf } = await openAdmin(`/admin/flag_alerts/${id}`, {
    answers: { getFlagAlert: alert(), getUser, decideFlagAlert: alert({ state: 'confirmed', allowed: [] }) },
  })
  await getByRole('button', { name: 'Decide…' }).click()
  await getByRole('combobox', { name: 'Decision' }).click()
  await getByRole('option', { name: /^Confirm/ }).click()
  await getByRole('textbox', { name: 'Reason' }).fill('Same room, same minute')
  await getByRole('button', { name: 'Save decision' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('decideFlagAlert')).toEqual([
      {
        id,
        flagAlertDecision: { version: 1, decision: 'confirmed', reason: 'Same room, same minute', warn: true },
      },
    ]),
  )
})

test('links an exam’s alert to a conduct case, and hides the buttons of a decided one', async () => {
  const decided = {
    state: 'dismissed' as const,
    resolution: 'A demo',
    resolved_by: 'ada',
    resolved_at: ago(0),
    allowed: [],
  }
  const attempt_id = '00000000-0000-4000-8000-000000000042'
  const { getByRole, getByText } = await openAdmin(`/admin/flag_alerts/${id}`, {
    answers: { getFlagAlert: alert({ ...decided, lab: null, exam: 'expert', attempt_id, attempt_number: 1 }), getUser },
  })
  await expect
    .element(getByRole('link', { name: 'Open a conduct case on the attempt' }))
    .toHaveAttribute('href', `/admin/users/mara/exams?attempt=${attempt_id}`)
  await expect.element(getByText(/by ada: A demo$/)).toBeVisible()
  await expect.element(getByRole('button', { name: 'Decide…' })).not.toBeInTheDocument()
})
