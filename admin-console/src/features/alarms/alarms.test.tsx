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

test('what is wrong stands first on the home with the way to its rows, and is taken there', async () => {
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
  await expect.element(card.getByText(/nobody has taken it/)).toBeVisible()
  await expect
    .element(card.getByRole('link', { name: 'Accounts in use or unavailable' }))
    .toHaveAttribute('href', stored.links[0]!.to)
  await expect.element(getByRole('link', { name: '1 open alarm' })).toBeVisible()
  await expect.element(getByRole('main').getByText('38 active · 11 new in 30 days')).toBeVisible()
  const isFirst = (document.querySelector('main dl')?.compareDocumentPosition(card.element()) ?? 0) & 2
  expect(isFirst).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  await card.getByRole('button', { name: 'Take' }).click()
  await vi.waitFor(() => expect(inputsOf('takeAlarm')).toEqual([{ id }]))
  await expect.element(card.getByText(/taken by ada/)).toBeVisible()
  await expect.element(card.getByRole('button', { name: 'Give back' })).toBeVisible()
})

test('nothing stands there when nothing is wrong, or when it cannot be asked', async () => {
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

test('whoever comes second is told who has it', async () => {
  const { getByRole, getByText } = await openAdmin(`/admin/alarms/${id}`, {
    answers: { getAlarm: record(), takeAlarm: new ApiError('conflict', 'noor has acknowledged this alarm.') },
  })
  await getByRole('button', { name: 'Take' }).click()
  await expect.element(getByText('noor has acknowledged this alarm.')).toBeVisible()
})

test('an alarm tells its history, and is muted until a time with a reason', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin(`/admin/alarms/${id}`, {
    answers: { getAlarm: record(), muteAlarm: record({ state: 'muted' }) },
  })
  await expect.element(getByRole('region', { name: 'History' }).getByText('noor was called')).toBeVisible()
  await getByRole('button', { name: 'Mute…' }).click()
  const mute = getByRole('button', { name: 'Mute it' })
  await expect.element(mute).toBeDisabled()
  await getByRole('textbox', { name: 'Reason' }).fill('We move the pool')
  await mute.click()
  await vi.waitFor(() => expect(inputsOf('muteAlarm')).toHaveLength(1))
  expect(inputsOf('muteAlarm')[0]).toMatchObject({ id, alarmMute: { reason: 'We move the pool', stays: false } })
  await expect.element(getByText('Muted', { exact: true })).toBeVisible()
})

test('what is typed into its dialog stays while the page behind it looks again and the alarm changes', async () => {
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
  await expect.element(getByRole('button', { name: 'Mute it' })).toBeEnabled()
})

test('what has ended is read, and nothing is done to it', async () => {
  const { getByRole, getByText } = await openAdmin(`/admin/alarms/${id}`, {
    answers: { getAlarm: record({ state: 'ended', ended_at: ago(0), allowed: [] }) },
  })
  await expect.element(getByText('Ended')).toBeVisible()
  for (const name of ['Take', 'Give back', 'Mute…']) expect(getByRole('button', { name }).query()).toBeNull()
})

test('the list is narrowed to what is open', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/alarms', { answers: { listAlarms: [alarm()] } })
  await expect.element(getByRole('link', { name: /No AWS account is free/ })).toBeVisible()
  await getByRole('button', { name: 'Open', exact: true }).click()
  await vi.waitFor(() => expect(inputsOf('listAlarms').at(-1)).toMatchObject({ filter: '{"state":"open"}' }))
})

test('an owner changes the roster and the thresholds at once, and tries the webhook', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/alarm_settings', {
    answers: { getAlarmSettings: settings(), updateAlarmSettings: settings({ version: 4 }), testAlarmWebhook: null },
  })
  await expect.element(getByText('08:00 to 18:00, Europe/Madrid')).toBeVisible()
  await expect.element(getByText('The receiver answered 500')).toBeVisible()
  await getByRole('button', { name: 'Send a test' }).click()
  await vi.waitFor(() => expect(inputsOf('testAlarmWebhook')).toHaveLength(1))
  await getByRole('button', { name: 'Change…' }).click()
  const dialog = getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add a person' }).click()
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

test('whoever may not change it reads who is called', async () => {
  const { getByRole, getByText } = await openAdmin('/admin/alarm_settings', {
    as: sessionOf({ capabilities: ['cloud'] }),
    answers: { getAlarmSettings: settings({ allowed: [], webhook: null, roster: [] }) },
  })
  await expect.element(getByText('Nobody stands in it: all owners are called.')).toBeVisible()
  for (const name of ['Change…', 'Send a test']) expect(getByRole('button', { name }).query()).toBeNull()
})

test('a job that used up its tries is tried again, or given up after a question', async () => {
  const dead = { id, job: 'privacy.erase', died_at: ago(1), retries: 5, error: 'The store did not answer' }
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/dead_jobs', {
    answers: { listDeadJobs: [dead], reviveDeadJob: null, dismissDeadJob: null },
  })
  await expect.element(getByText('The store did not answer')).toBeVisible()
  await getByRole('button', { name: 'Try again' }).click()
  await vi.waitFor(() => expect(inputsOf('reviveDeadJob')).toEqual([{ id }]))
  await getByRole('button', { name: 'Give up…' }).click()
  await getByRole('button', { name: 'Give it up' }).click()
  await vi.waitFor(() => expect(inputsOf('dismissDeadJob')).toEqual([{ id }]))
})
