import { ApiError } from '@flagyard/api-types'
import { userTabs } from '@flagyard/api-types/console-links'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ago, auditEntry, certificateRow, orderRow, userRecord, voucherRow } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'
import { consoleOperations } from '../../providers/console-operations.ts'
import { tabs } from './UserShow.tsx'

const uuid = (n: number) => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`
const getUser = userRecord('mara')
const session = {
  id: uuid(1),
  device: 'Firefox on Windows',
  address: '192.0.2.7',
  created_at: ago(2),
  last_used_at: ago(1),
  expires_at: ago(-50),
  ended_at: null,
  end_reason: null,
  impersonated_by: null,
  state: 'open',
  allowed: ['end'],
}
const mail = {
  id: uuid(2),
  kind: 'reset',
  recipient: 'mara@example.org',
  subject: 'Choose a new password',
  state: 'failed',
  attempts: 12,
  last_error: 'mailbox full',
  created_at: ago(2),
  sent_at: null,
  allowed: ['resend'],
}
const failing = Object.fromEntries(
  Object.keys(consoleOperations).map((call) => [
    call,
    () => {
      throw new ApiError('unavailable', 'Busy for the moment.')
    },
  ]),
)
const event = (key: string, kind = 'order.paid') => ({ key, at: ago(1), kind, subject: 'FY-1', detail: null })

test('switches tabs with the arrow keys, and has the tab in the address', async () => {
  const { getByRole, path } = await openAdmin('/admin/users/mara', { answers: { getUser } })
  const profile = getByRole('tab', { name: 'Profile' })
  await expect.element(profile).toHaveAttribute('aria-selected', 'true')
  ;(profile.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(getByRole('tab', { name: 'Timeline' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(path()).toBe('/admin/users/mara/timeline'))
  await userEvent.keyboard('{End}{Enter}')
  await vi.waitFor(() => expect(path()).toBe('/admin/users/mara/audit'))
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(profile).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(path()).toBe('/admin/users/mara'))
  await expect.element(getByRole('textbox', { name: 'Name', exact: true })).toBeVisible()
})

test('each tab shows why it could not load', async () => {
  const { getByRole, path } = await openAdmin('/admin/users/mara', { answers: { ...failing, getUser } })
  for (const { path: tab, label } of tabs) {
    await getByRole('tab', { name: label }).click()
    await vi.waitFor(() => expect(path()).toBe(`/admin/users/mara/${tab}`))
    await expect.element(getByRole('tab', { name: label })).toHaveAttribute('aria-selected', 'true')
    const panel = getByRole('tabpanel', { name: label })
    await expect.element(panel.getByRole('alert').getByText('Busy for the moment.')).toBeVisible()
  }
})

test('each empty tab explains what appears there', async () => {
  const { getByText, getByRole } = await openAdmin('/admin/users/mara/orders', {
    answers: { getUser, listOrders: [], listUserProgress: [] },
  })
  await expect.element(getByText('No orders yet. Orders appear here when a checkout is started.')).toBeVisible()
  await getByRole('tab', { name: 'Progress' }).click()
  await expect
    .element(getByText('No progress yet. A course appears here when its first lesson is opened.'))
    .toBeVisible()
})

test('explains with the learner’s text why a course does not open', async () => {
  const listCourseChoices = [{ id: uuid(3), slug: 'aws', title: 'AWS', status: 'published' }]
  const message = 'You do not have this course yet. Buy it, or activate a voucher for it.'
  const section = { section: 'start', section_title: 'The basics' }
  const lessons = [
    { ...section, lesson: 'intro', title: 'Introduction', open: true, completed: true, reason: 'Free for everyone' },
    { ...section, lesson: 'roles', title: 'Roles', open: false, completed: false, reason: message },
    {
      section: 'next',
      section_title: 'Next',
      lesson: 'trust',
      title: 'Trust',
      open: false,
      completed: false,
      reason: 'This section opens once you finish “The basics”.',
    },
  ]
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/users/mara/entitlements', {
    answers: {
      getUser,
      listEntitlements: [],
      listCourseChoices,
      listLabChoices: [],
      listExamChoices: [],
      explainAccess: { granted: false, rule: 'not_entitled', message, ends_at: null, pending: [], lessons },
    },
  })
  await getByRole('combobox', { name: 'Check access' }).click()
  await getByRole('option', { name: 'Course: AWS' }).click()
  await expect.element(getByText(message)).toBeVisible()
  expect(inputsOf('explainAccess')).toEqual([{ username: 'mara', kind: 'course', slug: 'aws' }])
  await getByText('3 lessons: 1 open, 2 locked').click()
  const read = getByRole('region', { name: 'Check access' }).getByRole('listitem')
  await expect.element(read.nth(0)).toHaveTextContent('OpenIntroductionCompleted · Free for everyone')
  expect(read.nth(1).element().textContent).toBe('LockedRoles')
  await expect.element(read.nth(2)).toHaveTextContent('LockedTrustThis section opens once you finish “The basics”.')
})

test('ends one session, or all of them after a confirmation', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/users/mara/sessions', {
    answers: { getUser, listUserSessions: [session], endUserSession: null, endUserSessions: null },
  })
  await getByRole('button', { name: 'End the session on Firefox on Windows' }).click()
  await vi.waitFor(() => expect(inputsOf('endUserSession')).toEqual([{ username: 'mara', id: session.id }]))
  await getByRole('button', { name: 'End all…' }).click()
  await getByRole('button', { name: 'End all sessions' }).click()
  await vi.waitFor(() => expect(inputsOf('endUserSessions')).toEqual([{ username: 'mara' }]))
})

test('hides the actions of sessions and e-mails without the capability', async () => {
  const { getByText, getByRole } = await openAdmin('/admin/users/mara/sessions', {
    answers: { getUser: userRecord('mara', { allowed: [] }), listUserSessions: [{ ...session, allowed: [] }] },
  })
  await expect.element(getByText('Firefox on Windows')).toBeVisible()
  await expect.element(getByRole('button', { name: /End/ })).not.toBeInTheDocument()
})

test('retries a failed e-mail; on a phone it is shown as a card', async () => {
  await page.viewport(390, 844)
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/users/mara/mails', {
    answers: { getUser, listUserMails: [mail], resendUserMail: { message: 'Action' } },
  })
  await expect.element(getByText(/mailbox full/)).toBeVisible()
  await expect.element(getByRole('table')).not.toBeInTheDocument()
  await getByRole('button', { name: 'Try again' }).click()
  await vi.waitFor(() => expect(inputsOf('resendUserMail')).toEqual([{ username: 'mara', id: mail.id }]))
})

test('the timeline loads earlier events on demand', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/users/mara/timeline', {
    answers: {
      getUser,
      getUserTimeline: ({ before }: { before?: string }) =>
        before ? { events: [event('a:2', 'session.ended')], next: null } : { events: [event('a:1')], next: 'further' },
    },
  })
  await expect.element(getByText('Order paid')).toBeVisible()
  await getByRole('button', { name: 'Show earlier events' }).click()
  await expect.element(getByText('Session ended')).toBeVisible()
  await expect.element(getByText('No earlier events.')).toBeVisible()
  expect(inputsOf('getUserTimeline').at(-1)).toEqual({ username: 'mara', before: 'further' })
})

test('pages a long list on the server', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/users/mara/audit', {
    answers: { getUser, listAudit: [auditEntry()] },
  })
  await expect.element(getByText('1 change')).toBeVisible()
  expect(inputsOf('listAudit')[0]).toMatchObject({ range: '[0,24]' })
  await expect
    .element(getByRole('link', { name: 'Open in the audit log' }))
    .toHaveAttribute('href', `/admin/audit?filter=${encodeURIComponent('{"subject_type":"user","subject_id":"mara"}')}`)
})

test('shows errors of the server', async () => {
  const { getByRole, getByText } = await openAdmin('/admin/users/mara/sessions', {
    answers: {
      getUser,
      listUserSessions: [session],
      endUserSession: () => {
        throw new ApiError('forbidden', 'Only owners can sign out another administrator.')
      },
    },
  })
  await getByRole('button', { name: /End the session/ }).click()
  await expect.element(getByText('Only owners can sign out another administrator.')).toBeVisible()
})

test('viewing as a learner requires a reason, and opens a tab with a one-time code', async () => {
  const replace = vi.fn()
  const opened = vi.spyOn(window, 'open').mockReturnValue({ location: { replace } } as never)
  const { getByRole, inputsOf } = await openAdmin('/admin/users/mara', {
    answers: { getUser, startImpersonation: { code: 'once', until: ago(-0.04) } },
  })
  await getByRole('button', { name: 'View as…' }).click()
  await getByRole('textbox', { name: 'Reason' }).fill('She cannot open it')
  await getByRole('button', { name: 'Open tab' }).click()
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith(`${location.origin}/dashboard#impersonation=once`))
  expect(inputsOf('startImpersonation')).toEqual([
    { username: 'mara', impersonationPayload: { reason: 'She cannot open it' } },
  ])
  opened.mockRestore()
})

test('on a phone, scrolls the tab of the address into view', async () => {
  await page.viewport(390, 844)
  const { getByRole } = await openAdmin('/admin/users/mara/audit', { answers: { getUser, listAudit: [] } })
  await expect.element(getByRole('tab', { name: 'Audit log' })).toBeInViewport({ ratio: 0.9 })
})

test('merges seats bought together into one timeline entry that links to its tab', async () => {
  const at = ago(1)
  const seats = Array.from({ length: 10 }, (_, n) => ({ ...event(`v:${n}`, 'voucher.owned'), at, subject: 'AWS' }))
  const { getByRole } = await openAdmin('/admin/users/mara/timeline', {
    answers: { getUser, getUserTimeline: { events: seats, next: null } },
  })
  const line = getByRole('link', { name: /Voucher owned/ })
  await expect.element(line).toHaveTextContent('10 × Voucher owned')
  expect(line.elements()).toHaveLength(1)
  await expect.element(line).toHaveAttribute('href', '/admin/users/mara/vouchers')
})

test('shows pending tasks of an account on all tabs, with links to exactly these rows', async () => {
  const waiting = userRecord('mara', {
    issues: {
      flag_alert: 1,
      over_limits: 0,
      disputed_order: 0,
      failed_mail: 2,
      extra_points: 0,
      conduct_case: 0,
      exam_environment: 0,
      exam_report: 0,
      exam_room: 0,
    },
  })
  const getUserTimeline = vi.fn(() => ({
    events: [{ ...event('a:1', 'flag.alert'), subject: 'The door', detail: 'It is the flag of jon' }],
    next: null,
  }))
  const { getByRole, getByText, inputsOf, path } = await openAdmin('/admin/users/mara/sessions', {
    answers: { getUser: waiting, listUserSessions: [session], listUserMails: [mail], getUserTimeline },
  })
  await getByRole('link', { name: '2 e-mails that could not be sent' }).click()
  await expect.element(getByRole('cell', { name: 'mailbox full' })).toBeVisible()
  expect(inputsOf('listUserMails').at(-1)).toMatchObject({ username: 'mara', filter: '{"failed":true}' })
  await getByRole('button', { name: 'Show all' }).click()
  await vi.waitFor(() => expect(inputsOf('listUserMails').at(-1)).toMatchObject({ filter: '{}' }))
  await getByRole('link', { name: '1 flag sharing alert' }).click()
  await expect.element(getByText('Submitted another learner’s flag')).toBeVisible()
  await expect.element(getByText('It is the flag of jon')).toBeVisible()
  expect(path()).toBe('/admin/users/mara/timeline?about=flag')
  expect(getUserTimeline).toHaveBeenLastCalledWith({ username: 'mara', topic: 'flag' })
})

test('offers to end all sessions only if there are any', async () => {
  const { getByRole } = await openAdmin('/admin/users/mara/sessions', {
    answers: { getUser: userRecord('mara', { open_sessions: 0 }), listUserSessions: [] },
  })
  await expect.element(getByRole('heading', { name: 'No entries' })).toBeVisible()
  expect(getByRole('button', { name: 'End all…' }).query()).toBeNull()
})

test('every tab has a path that the server knows', () => {
  expect(tabs.map(({ path }) => path)).toEqual(userTabs)
})

test.each([
  [
    'sessions',
    { listUserSessions: [session] },
    { list: 'listUserSessions', names: { username: 'mara' }, filter: '{}' },
  ],
  ['vouchers', { listVouchers: [voucherRow('AAAAA')] }, { list: 'listVouchers', filter: '{"username":"mara"}' }],
  [
    'audit',
    { listAudit: [auditEntry()] },
    { list: 'listAudit', filter: '{"subject_type":"user","subject_id":"mara"}' },
  ],
])('exports a tab with the rows of this user only: %s', async (tab, answers, { list, ...asked }) => {
  const exportList = vi.fn(
    () => new Response('', { headers: { 'content-disposition': 'attachment; filename="t.csv"' } }),
  )
  const { getByRole, getByText } = await openAdmin(`/admin/users/mara/${tab}`, {
    answers: { getUser, exportList, ...answers },
  })
  await expect.element(getByRole('row').nth(1)).toBeVisible()
  await getByRole('button', { name: 'Export CSV' }).click()
  await expect.element(getByText('CSV downloaded')).toBeVisible()
  expect(exportList).toHaveBeenCalledWith({ list, exportAsk: expect.objectContaining(asked) })
  const [{ exportAsk }] = exportList.mock.calls[0] as unknown as [{ exportAsk: { columns: { head: string }[] } }]
  expect(exportAsk.columns.map(({ head }) => head)).not.toContain('End')
})

test('vouchers of a user have the actions and the selection of the full list', async () => {
  await page.viewport(1280, 900)
  const code = 'ABCDE-FGHJK-MNPQR-STVWX-012345'
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/users/mara/vouchers', {
    answers: {
      getUser,
      listVouchers: [voucherRow(code)],
      revokeVoucher: null,
      previewVoucherRevocation: { unused: 1, losing: [], losing_total: 0, running: [] },
    },
  })
  await getByRole('button', { name: `Change voucher ${code}` }).click()
  await getByRole('menuitem', { name: 'Revoke…' }).click()
  await expect.element(getByText('1 unused use of the code will be cancelled.')).toBeVisible()
  await getByRole('textbox', { name: 'Reason' }).fill('Sold twice')
  await getByRole('button', { name: 'Revoke voucher' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('revokeVoucher')).toMatchObject([{ voucherRevocation: { version: 1, reason: 'Sold twice' } }]),
  )
  await getByRole('checkbox', { name: 'Select row' }).first().click()
  await expect.element(getByRole('button', { name: 'Revoke vouchers…' })).toBeVisible()
})

test('certificates of a user have the actions and the selection of the full list', async () => {
  await page.viewport(1280, 900)
  const certificate = certificateRow()
  const changed = {
    ...certificate,
    company: null,
    points: null,
    hours: null,
    outcomes: [],
    revoked_at: null,
    withdrawn_at: null,
    renewed_at: null,
    hides_name: false,
    badge_issue: 0,
    reason: null,
    url: 'https://flagyard.example/certificates/FY-7K2M',
    versions: [],
    mails: [],
    checks: [],
    correction: null,
    preview: null,
  }
  const { getByRole, inputsOf } = await openAdmin('/admin/users/mara/certificates', {
    answers: { getUser, listCertificates: [certificate], updateCertificate: changed },
  })
  await getByRole('button', { name: `Change certificate of ${certificate.name} for ${certificate.title}` }).click()
  await getByRole('menuitem', { name: 'Send…' }).click()
  await expect.element(getByRole('textbox', { name: 'E-mail address' })).toHaveValue('mara@example.org')
  await getByRole('button', { name: 'Send certificate' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('updateCertificate')).toEqual([
      { certificateEdit: { id: certificate.id, version: 1, email: 'mara@example.org' } },
    ]),
  )
  await getByRole('checkbox', { name: 'Select row' }).first().click()
  await expect.element(getByRole('button', { name: 'Send certificates again…' })).toBeVisible()
})

test('an order in the list links to its page', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/users/mara/orders', {
    answers: { getUser, listOrders: [orderRow(9, { title: 'AWS', slug: 'aws', quantity: 3 })] },
  })
  await expect.element(getByRole('link', { name: 'AWS' })).toHaveAttribute('href', '/admin/courses/aws')
  await expect
    .element(getByRole('link', { name: 'FY-2026-000009' }))
    .toHaveAttribute('href', `/admin/orders/${orderRow(9).id}`)
  expect(inputsOf('listOrders')[0]).toMatchObject({ filter: expect.stringContaining('"username":"mara"') })
})
