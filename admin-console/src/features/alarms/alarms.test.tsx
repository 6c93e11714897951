import { type Alarm, type AlarmRecord, type AlarmSettings, ApiError } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { ago, dashboard, sessionOf } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const id = '00000000-0000-4000-8000-00000000a1a1'
const alarm = (changes: Partial<Alarm> = {}): Alarm => ({
  id,
  kind: 'pool_empty',
  subject: 'aws',
  level: 'urgent',
  state: 'open',
  sentence: 'No AWS account is free, and 3 labs or exams wait. Of 2 AWS accounts: 2 on hold',
  links: [
    { label: 'Accounts in use or unavailable', to: '/admin/aws_accounts?filter=%7B%22status%22%3A%22Locked%22%7D' },
  ],
  opened_at: ago(0.01),
  ended_at: null,
  owner: null,
  taken_at: null,
  muted_until: null,
  mute_reason: null,
  muted_by: null,
  allowed: ['take', 'mute'],
  ...changes,
})
const record = (changes: Partial<AlarmRecord> = {}): AlarmRecord => ({
  ...alarm(changes),
  history: [
    { kind: 'called', at: ago(0.009), username: 'noor', detail: null },
    { kind: 'opened', at: ago(0.01), username: null, detail: null },
  ],
  ...changes,
})
const settings = (changes: Partial<AlarmSettings> = {}): AlarmSettings => ({
  version: 3,
  roster: [
    {
      username: 'noor',
      full_name: 'Noor Haddad',
      time_zone: 'Europe/Madrid',
      from_hour: 8,
      until_hour: 18,
      is_on_duty: true,
      can_be_called: true,
    },
  ],
  candidates: [
    { username: 'noor', full_name: 'Noor Haddad', time_zone: 'Europe/Madrid' },
    { username: 'omar', full_name: 'Omar Diallo', time_zone: 'UTC' },
  ],
  pool_low: { aws: 2, azure: 1, gcp: 0 },
  webhook: { host: 'pager.example', last_sent_at: null, waiting: 1, error: 'The receiver answered 500' },
  allowed: ['update', 'test'],
  ...changes,
})

test('shows open alarms on the dashboard with links, and acknowledges one there', async () => {
  let stored = alarm()
  const { getByRole, inputsOf } = await openAdmin('/admin', {
    answers: {
      getDashboard: dashboard(),
      listAlarms: () => [stored],
      takeAlarm: () => {
        stored = alarm({ owner: 'ada', taken_at: ago(0), allowed: ['give_back', 'mute'] })
        return { ...stored, history: [] }
      },
    },
  })
  const card = getByRole('region', { name: 'Alarms' })
  await expect.element(card.getByText(/unassigned/)).toBeVisible()
  await expect
    .element(card.getByRole('link', { name: 'Accounts in use or unavailable' }))
    .toHaveAttribute('href', stored.links[0]!.to)
  await expect.element(getByRole('link', { name: '1 open alarm' })).toBeVisible()
  await expect.element(getByRole('main').getByText('38 active · 11 new in 30 days')).toBeVisible()
  const isFirst = (document.querySelector('main dl')?.compareDocumentPosition(card.element()) ?? 0) & 2
  expect(isFirst).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  await card.getByRole('button', { name: 'Acknowledge' }).click()
  await vi.waitFor(() => expect(inputsOf('takeAlarm')).toEqual([{ id }]))
  await expect.element(card.getByText(/assigned to ada/)).toBeVisible()
  await expect.element(card.getByRole('button', { name: 'Unassign' })).toBeVisible()
})

test('hides the alarms if there are none, or if they cannot be loaded', async () => {
  for (const listAlarms of [[], new ApiError('unavailable', 'Busy')]) {
    const { getByRole, getByText, unmount } = await openAdmin('/admin', {
      answers: { getDashboard: dashboard(), listAlarms },
    })
    await expect.element(getByText('38 active · 11 new in 30 days')).toBeVisible()
    expect(getByRole('region', { name: 'Alarms' }).query()).toBeNull()
    expect(getByRole('link', { name: /open alarm/ }).query()).toBeNull()
    await unmount()
  }
})

test('names the administrator who acknowledged the alarm first', async () => {
  const { getByRole, getByText } = await openAdmin(`/admin/alarms/${id}`, {
    answers: { getAlarm: record(), takeAlarm: new ApiError('conflict', 'noor has acknowledged this alarm.') },
  })
  await getByRole('button', { name: 'Acknowledge' }).click()
  await expect.element(getByText('noor has acknowledged this alarm.')).toBeVisible()
})

test('shows the history of an alarm, and mutes it until a time with a reason', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin(`/admin/alarms/${id}`, {
    answers: { getAlarm: record(), muteAlarm: record({ state: 'muted' }) },
  })
  await expect.element(getByRole('region', { name: 'History' }).getByText('noor was notified')).toBeVisible()
  await getByRole('button', { name: 'Mute…' }).click()
  const mute = getByRole('button', { name: 'Mute alarm' })
  await expect.element(mute).toBeDisabled()
  await getByRole('textbox', { name: 'Reason' }).fill('We move the pool')
  await mute.click()
  await vi.waitFor(() => expect(inputsOf('muteAlarm')).toHaveLength(1))
  expect(inputsOf('muteAlarm')[0]).toMatchObject({ id, alarmMute: { reason: 'We move the pool', stays: false } })
  await expect.element(getByText('Alarm muted', { exact: true })).toBeVisible()
})

test('preserves input in a dialog while the page behind it refreshes', async () => {
  let looks = 0
  const { getByRole } = await openAdmin(`/admin/alarms/${id}`, {
    answers: { getAlarm: () => record({ sentence: `No AWS account is free, looked ${++looks} times` }) },
  })
  await getByRole('button', { name: 'Mute…' }).click()
  const reason = getByRole('textbox', { name: 'Reason' })
  await reason.fill('We move the pool')
  const before = looks
  await vi.waitFor(() => expect(document.body.textContent).toContain(`looked ${before + 2} times`))
  await expect.element(reason).toHaveValue('We move the pool')
  await expect.element(getByRole('button', { name: 'Mute alarm' })).toBeEnabled()
})

test('an ended alarm has no actions', async () => {
  const { getByRole, getByText } = await openAdmin(`/admin/alarms/${id}`, {
    answers: { getAlarm: record({ state: 'ended', ended_at: ago(0), allowed: [] }) },
  })
  await expect.element(getByText('Ended')).toBeVisible()
  for (const name of ['Acknowledge', 'Unassign', 'Mute…']) expect(getByRole('button', { name }).query()).toBeNull()
})

test('filters the list by open alarms', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/alarms', { answers: { listAlarms: [alarm()] } })
  await expect.element(getByRole('link', { name: /No AWS account is free/ })).toBeVisible()
  await getByRole('button', { name: 'Open', exact: true }).click()
  await vi.waitFor(() => expect(inputsOf('listAlarms').at(-1)).toMatchObject({ filter: '{"state":"open"}' }))
})

test('an owner edits roster and thresholds together, and tests the webhook', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/alarm_settings', {
    answers: { getAlarmSettings: settings(), updateAlarmSettings: settings({ version: 4 }), testAlarmWebhook: null },
  })
  await expect.element(getByText('08:00 to 18:00, Europe/Madrid')).toBeVisible()
  await expect.element(getByText('The receiver answered 500')).toBeVisible()
  await getByRole('button', { name: 'Send test' }).click()
  await vi.waitFor(() => expect(inputsOf('testAlarmWebhook')).toHaveLength(1))
  await getByRole('button', { name: 'Edit…' }).click()
  const dialog = getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add person' }).click()
  await dialog.getByRole('combobox', { name: 'Person' }).nth(1).click()
  await getByRole('option', { name: /Omar Diallo/ }).click()
  await dialog.getByRole('spinbutton', { name: 'Google Cloud' }).fill('4')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('updateAlarmSettings')).toEqual([
      {
        alarmSettingsEdit: {
          version: 3,
          roster: [
            { username: 'noor', from_hour: 8, until_hour: 18 },
            { username: 'omar', from_hour: 0, until_hour: 0 },
          ],
          pool_low: { aws: 2, azure: 1, gcp: 4 },
        },
      },
    ]),
  )
})

test('other administrators can only read the on-call roster', async () => {
  const { getByRole, getByText } = await openAdmin('/admin/alarm_settings', {
    as: sessionOf({ capabilities: ['cloud'] }),
    answers: { getAlarmSettings: settings({ allowed: [], webhook: null, roster: [] }) },
  })
  await expect.element(getByText('The on-call roster is empty. All owners are notified.')).toBeVisible()
  for (const name of ['Edit…', 'Send test']) expect(getByRole('button', { name }).query()).toBeNull()
})
