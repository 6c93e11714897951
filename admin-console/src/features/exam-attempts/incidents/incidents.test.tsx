import type { BulkPreview, ExamIncident, IncidentCandidate, IncidentEffect } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { ago, bulkJob, dashboard } from '../../../../test/answers.ts'
import { openAdmin } from '../../../../test/openAdmin.tsx'

const id = '00000000-0000-4000-8000-0000000000a1'
const attempt = '00000000-0000-4000-8000-0000000000b1'
const incident = (changes: Partial<ExamIncident> = {}): ExamIncident => ({
  id,
  title: 'Outage in Paris',
  cloud: 'aws',
  region: 'eu-west-3',
  exam: null,
  exam_title: null,
  from_at: ago(0.01),
  until_at: null,
  state: 'open',
  created_at: ago(0.01),
  touched: 0,
  standing: 0,
  version: 1,
  allowed: ['update', 'act'],
  ...changes,
})
const person = {
  username: 'mara',
  full_name: 'Mara Kowal',
  exam: 'expert',
  title: 'Expert',
  state: 'active' as const,
  scheduled_at: ago(0.1),
}
const candidate: IncidentCandidate = {
  id: attempt,
  ...person,
  region: 'eu-west-3',
  environment: 'running',
  active_until: '2027-03-12T12:00:00.000Z',
  clock_stopped_at: null,
  seconds_left: 7_260,
  stood_seconds: 720,
  late_seconds: 5_400,
  extended_seconds: 0,
  done: [],
}
const effect: IncidentEffect = {
  ...person,
  state_after: 'active',
  scheduled_at_after: person.scheduled_at,
  clock_stopped_at: null,
  clock_stopped_at_after: null,
  ends_at: '2027-03-12T12:00:00.000Z',
  ends_at_after: '2027-03-12T12:10:00.000Z',
  seconds_left: 7_260,
  seconds_left_after: 7_860,
  minutes: 10,
  bounded: true,
  still: null,
}
const preview = (row: Partial<IncidentEffect> = {}): BulkPreview => ({
  total: 1,
  changes: 1,
  refused: 0,
  reasons: [],
  rows: [{ id: attempt, label: null, message: null, effect: { ...effect, ...row } }],
  from: 0,
  labs: null,
})
const answers = {
  getExamIncident: incident(),
  listIncidentCandidates: [candidate],
  listBulkJobs: [bulkJob({ action: 'incidents.stop', incident: id, allowed: ['undo'] })],
  listAudit: [],
}

test('opens an incident with a scope, without changing any exam', async () => {
  const { getByRole, inputsOf, path } = await openAdmin('/admin/exam_incidents/create', {
    answers: {
      ...answers,
      createExamIncident: incident(),
      listCloudRegions: [
        { cloud: 'aws', region: 'eu-west-3' },
        { cloud: 'gcp', region: 'europe-west1' },
      ],
      listExamChoices: [],
    },
  })
  await getByRole('textbox', { name: 'Title' }).fill('Outage in Paris')
  await getByRole('combobox', { name: 'Cloud' }).click()
  await getByRole('option', { name: 'AWS' }).click()
  await getByRole('combobox', { name: 'Region' }).click()
  await expect.element(getByRole('option', { name: 'europe-west1' })).not.toBeInTheDocument()
  await getByRole('option', { name: 'eu-west-3' }).click()
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() => expect(path()).toBe(`/admin/exam_incidents/${id}`))
  expect(inputsOf('createExamIncident')).toMatchObject([
    { incidentInput: { title: 'Outage in Paris', cloud: 'aws', region: 'eu-west-3', exam: null, until_at: null } },
  ])
  await expect.element(getByRole('row', { name: /mara/ })).toMatchTextContent(/ready 1 h 30 min late · paused 12 min/)
  await expect.element(getByRole('region', { name: 'Jobs' })).toMatchTextContent(/Pause the clocks/)
  expect(inputsOf('startBulk')).toEqual([])
})

test('extends all exams after a dry run that names exams at their maximum', async () => {
  const { getByRole, inputsOf } = await openAdmin(`/admin/exam_incidents/${id}`, {
    answers: {
      ...answers,
      previewBulk: () => preview(),
      startBulk: bulkJob({ action: 'incidents.extend', incident: id, failed: 0, done: 1, total: 1 }),
    },
  })
  await getByRole('button', { name: 'Extend the exams…' }).click()
  const dialog = getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Extend all exams' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The console was slow')
  await expect.element(send).toBeDisabled()
  expect(inputsOf('previewBulk')).toEqual([])
  await dialog.getByRole('spinbutton', { name: 'Minutes' }).fill('30')
  await expect.element(dialog.getByRole('status')).toHaveTextContent('1 exam will be extended')
  await expect
    .element(dialog.getByRole('region', { name: 'Changed exams' }))
    .toMatchTextContent(/Mara Kowal \(mara\).*10 min more \(the maximum\)/)
  await send.click()
  const ask = {
    action: 'incidents.extend',
    filter: JSON.stringify({ incident: id }),
    incident: { id, minutes: 30 },
    reason: 'The console was slow',
  }
  await vi.waitFor(() => expect(inputsOf('startBulk')).toEqual([{ bulkAsk: ask }]))
})

test('previews an e-mail to all candidates as plain text, and hides actions that are not allowed', async () => {
  const { getByRole, inputsOf, unmount } = await openAdmin(`/admin/exam_incidents/${id}`, {
    answers: {
      ...answers,
      previewBulk: () => preview({ minutes: null, bounded: false }),
      startBulk: bulkJob({ action: 'incidents.write', incident: id }),
    },
  })
  await getByRole('button', { name: 'E-mail the candidates…' }).click()
  const dialog = getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Your exam is paused')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('<b>You</b> lose no time.')
  await expect
    .element(dialog.getByRole('region', { name: 'E-mail preview' }))
    .toMatchTextContent(/Your exam is paused.*<b>You<\/b> lose no time\./)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('To reassure candidates')
  await dialog.getByRole('button', { name: 'Send to all' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('startBulk')).toMatchObject([
      { bulkAsk: { incident: { id, subject: 'Your exam is paused', text: '<b>You</b> lose no time.' } } },
    ]),
  )
  await unmount()
  const other = await openAdmin(`/admin/exam_incidents/${id}`, {
    answers: { ...answers, getExamIncident: incident({ allowed: [], standing: 2 }) },
  })
  await expect.element(other.getByText('2 exam timers paused by this incident')).toBeVisible()
  await expect.element(other.getByRole('button', { name: 'Pause the clocks…' })).not.toBeInTheDocument()
})

test('the dashboard lists today’s exams, those that need attention first, with links to the attempts', async () => {
  const today = { environment: 'running' as const, checked_in_at: null, active_until: null, clock_stopped_at: null }
  const { getByRole, unmount } = await openAdmin('/admin', {
    answers: {
      getDashboard: dashboard(),
      listExamsToday: {
        exams: [
          { id, ...person, ...today, full_name: 'Jon Kowal', username: 'jon', needs: null },
          { id: attempt, ...person, ...today, needs: 'build' },
        ],
        total: 2,
        incidents: [{ id, title: 'Outage in Paris', standing: 3 }],
      },
    },
  })
  const card = getByRole('region', { name: 'Today’s exams' })
  const rows = card.getByRole('listitem')
  await expect.element(rows.first()).toMatchTextContent(/Mara Kowal.*Environment failed to build/)
  await expect
    .element(rows.first().getByRole('link'))
    .toHaveAttribute('href', `/admin/users/mara/exams?attempt=${attempt}`)
  await expect.element(card.getByRole('link', { name: /Outage in Paris.*3 clocks paused/ })).toBeVisible()
  await unmount()
  const calm = await openAdmin('/admin', {
    answers: { getDashboard: dashboard(), listExamsToday: { exams: [], total: 0, incidents: [] } },
  })
  await expect.element(calm.getByText('No exams today.')).toBeVisible()
})
