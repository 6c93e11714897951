import {
  ApiError,
  type CorrectionRow,
  type Entitlement,
  type ExamIncident,
  type FlagAlertRow,
  type LessonReportRow,
  type PaymentEventRow,
} from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  account,
  ago,
  auditEntry,
  banner,
  bulkJob,
  certificateRow,
  courseRow,
  dashboard,
  deploymentRow,
  examRow,
  formRow,
  labRow,
  orderRow,
  organisationRow,
  sessionOf,
  userRecord,
  userRow,
  voucherRow,
} from '../../test/answers.ts'
import { type Answers, openAdmin } from '../../test/openAdmin.tsx'

const listUsers = ['mara', 'jon', 'lea'].map((name) => userRow(name))
const answers: Answers = {
  listUsers,
  listCourseChoices: [],
  getUser: ({ username }: { username: string }) => userRecord(username),
}
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const filterOf = (inputs: unknown[]) => JSON.parse((inputs.at(-1) as { filter: string }).filter)
const filtered = (resource: string, filter: object) =>
  `/admin/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** All lists whose rows have a page, with a row's name and target. */
const lists: { resource: string; name: RegExp; id: string; answers: Answers }[] = [
  { resource: 'users', name: /mara/, id: 'mara', answers },
  { resource: 'courses', name: /AWS Red Team/, id: 'aws', answers: { listCoursesForAdmin: [courseRow('aws')] } },
  { resource: 'labs', name: /Assume the role/, id: 'role', answers: { listLabsForAdmin: [labRow('role')] } },
  { resource: 'exams', name: /Expert/, id: 'expert', answers: { listExamsForAdmin: [examRow('expert')] } },
  {
    resource: 'feedback_forms',
    name: /After the course/,
    id: formRow().id,
    answers: { listFeedbackForms: [formRow()] },
  },
  {
    resource: 'banners',
    name: /Meet us/,
    id: banner().id,
    answers: { listBannersForAdmin: [banner()], getBanner: banner() },
  },
  {
    resource: 'aws_accounts',
    name: /220944710032/,
    id: '220944710032',
    answers: {
      listAwsAccounts: [account('220944710032')],
      getCloudAccount: account('220944710032'),
      getDashboard: dashboard(),
    },
  },
  {
    resource: 'bulk_jobs',
    name: /Disable accounts/,
    id: bulkJob().id,
    answers: { listBulkJobs: [bulkJob({ failed: 0 })], getBulkJob: bulkJob({ failed: 0 }) },
  },
]

test.for(lists)(
  'opens a row of $resource in one step and returns with one Back; Ctrl-click opens one tab and stays on the list',
  async ({ resource, name, id, answers }) => {
    const { getByRole, path } = await openAdmin(`/admin/${resource}`, { answers })
    const row = getByRole('row', { name })
    await expect.element(row).toBeVisible()
    // Records the tab that the browser would open.
    const tabs: string[] = []
    const note = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a')
      if (link && !event.defaultPrevented) tabs.push(link.pathname)
      event.preventDefault()
    }
    document.addEventListener('click', note)
    const click = { modifiers: ['ControlOrMeta' as const], force: true }
    await row.getByRole('link').first().click(click)
    await row.getByRole('cell').nth(2).click(click)
    document.removeEventListener('click', note)
    expect(tabs).toEqual([`/admin/${resource}/${id}`, `/admin/${resource}/${id}`])
    expect(path()).toBe(`/admin/${resource}`)
    const push = vi.spyOn(history, 'pushState')
    await row.getByRole('link').first().click()
    await vi.waitFor(() => expect(path()).toBe(`/admin/${resource}/${id}`))
    expect(push).toHaveBeenCalledOnce()
    history.back()
    await vi.waitFor(() => expect(path()).toBe(`/admin/${resource}`))
    await expect.element(row).toBeVisible()
  },
)

test('the document title names the list, or the record and its list', async () => {
  const { getByRole } = await openAdmin('/admin/banners', {
    answers: { listBannersForAdmin: [banner()], getBanner: banner() },
  })
  await expect.element(getByRole('row', { name: /Meet us/ })).toBeVisible()
  expect(document.title).toBe('Banners · Flagyard console')
  await getByRole('row', { name: /Meet us/ })
    .getByRole('link')
    .first()
    .click()
  await vi.waitFor(() => expect(document.title).toMatch(/^Meet us.* · Banners · Flagyard console$/))
  await expect.element(getByRole('main').getByRole('textbox').first()).toHaveAttribute('dir', 'auto')
  history.back()
  await vi.waitFor(() => expect(document.title).toBe('Banners · Flagyard console'))
})

test('navigates, selects, opens and searches rows by keyboard, and lists the shortcuts', async () => {
  const { getByRole, getByText, path } = await openAdmin('/admin/users', { answers })
  await expect.element(row('mara')).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(row('mara')).toHaveFocus()
  await userEvent.keyboard('j{ArrowDown}k')
  await expect.element(row('jon')).toHaveFocus()
  await userEvent.keyboard('x')
  await expect.element(row('jon').getByRole('checkbox')).toBeChecked()
  await expect.element(getByText('1 account selected')).toBeVisible()
  await userEvent.keyboard('?')
  await expect.element(getByRole('dialog').getByText('Select or deselect the row')).toBeVisible()
  await userEvent.keyboard('j{Escape}')
  await expect.element(getByRole('dialog')).not.toBeInTheDocument()
  await userEvent.keyboard('/')
  await expect.element(getByRole('textbox', { name: 'Name or e-mail' })).toHaveFocus()
  await userEvent.keyboard('jx')
  await expect.element(getByRole('textbox', { name: 'Name or e-mail' })).toHaveValue('jx')
  await userEvent.clear(getByRole('textbox', { name: 'Name or e-mail' }))
  await expect.element(row('jon')).toBeVisible()
  await getByRole('button', { name: 'Shortcuts' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(getByRole('dialog')).not.toBeInTheDocument()
  await userEvent.keyboard('kkk{Enter}')
  await expect.element(getByRole('heading', { name: /Kowal/ })).toBeVisible()
  expect(path()).toMatch(/^\/admin\/users\/\w+$/)
})

test.for(['the browser’s Back', 'the link back'])(
  'the keyboard goes on from the row that was opened, by %s',
  async (by) => {
    const { getByRole } = await openAdmin('/admin/users', { answers })
    await expect.element(row('mara')).toBeVisible()
    await userEvent.keyboard('jj{Enter}')
    await expect.element(getByRole('heading', { name: 'Jon Kowal' })).toBeVisible()
    if (by === 'the link back') await getByRole('main').getByRole('link', { name: 'Users' }).last().click()
    else history.back()
    await expect.element(row('jon')).toHaveFocus()
    await userEvent.keyboard('j')
    await expect.element(row('lea')).toHaveFocus()
  },
)

test('a slowly typed search is one history entry', async () => {
  const { getByRole, path } = await openAdmin('/admin/users', { answers })
  await expect.element(row('mara')).toBeVisible()
  const push = vi.spyOn(history, 'pushState')
  await getByRole('textbox', { name: 'Name or e-mail' }).click()
  for (const typed of ['n', 'na', 'nai', 'nair']) {
    await userEvent.keyboard(typed.at(-1) ?? '')
    await vi.waitFor(() => expect(decodeURIComponent(path())).toContain(`{"q":"${typed}"}`), 5_000)
  }
  expect(push).toHaveBeenCalledOnce()
  history.back()
  await vi.waitFor(() => expect(path()).toBe('/admin/users'))
})

test('remembers columns, density and filter sidebar', async () => {
  const { getByRole } = await openAdmin('/admin/users', { answers: { ...answers, listAudit: [auditEntry()] } })
  await expect.element(row('mara')).toBeVisible()
  await getByRole('button', { name: 'Columns' }).click()
  await getByRole('switch', { name: 'Country' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(getByRole('columnheader', { name: 'Country' })).toBeVisible()
  await getByRole('button', { name: 'Compact rows' }).click()
  await getByRole('button', { name: 'Hide filters' }).click()
  await getByRole('link', { name: 'Audit' }).click()
  await expect.element(getByRole('heading', { name: 'Audit' })).toBeVisible()
  await expect.element(getByRole('button', { name: 'Comfortable rows' })).toBeVisible()
  await expect.element(getByRole('complementary', { name: 'Filters' })).not.toBeInTheDocument()
  await getByRole('link', { name: 'Users' }).click()
  await expect.element(getByRole('columnheader', { name: 'Country' })).toBeVisible()
})

test('collapses the menu to icons with accessible names', async () => {
  const { getByRole } = await openAdmin('/admin/users', { answers })
  await expect.element(row('mara')).toBeVisible()
  const width = () => getByRole('navigation', { name: 'Console' }).element().clientWidth
  const open = width()
  await getByRole('button', { name: 'Collapse menu' }).click()
  await vi.waitFor(() => expect(width()).toBeLessThan(open / 2))
  await expect.element(getByRole('link', { name: 'AWS accounts' })).toBeVisible()
})

test('shows the sections of the administrator’s capabilities first in the menu', async () => {
  const { getByRole } = await openAdmin('/admin/users', { as: sessionOf({ capabilities: ['finance'] }), answers })
  await expect.element(row('mara')).toBeVisible()
  const menu = getByRole('navigation', { name: 'Console' }).element().textContent ?? ''
  expect(menu.indexOf('Finance')).toBeLessThan(menu.indexOf('Support'))
})

test('hides lists of people without access to personal data, and explains that at their address', async () => {
  const { getByRole, getByText } = await openAdmin('/admin/users', { as: sessionOf({ capabilities: ['cloud'] }) })
  await expect.element(getByText('Access denied')).toBeVisible()
  const menu = getByRole('navigation', { name: 'Console' })
  await expect.element(menu.getByRole('link', { name: 'AWS accounts' })).toBeVisible()
  for (const name of ['Users', 'Orders', 'Payouts', 'Payment events', 'Vouchers', 'Certificates'])
    expect(menu.getByRole('link', { name, exact: true }).query(), name).toBeNull()
})

test('the first selection does not move rows, because the toolbar overlays the table head', async () => {
  const { getByRole } = await openAdmin('/admin/users', { answers })
  await expect.element(row('jon')).toBeVisible()
  const place = () => row('jon').element().getBoundingClientRect().top
  const head = getByRole('columnheader', { name: /username/ })
    .element()
    .getBoundingClientRect()
  const before = place()
  await row('mara').getByRole('checkbox').click()
  const button = getByRole('button', { name: 'Disable accounts…' })
  await expect.element(button).toBeVisible()
  expect(place()).toBe(before)
  expect(button.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(head.bottom)
})

test('keeps table head and toolbar visible with a hundred rows', async () => {
  const many = Array.from({ length: 100 }, (_, n) => userRow(`person-${n}`))
  const { getByRole } = await openAdmin('/admin/users?perPage=100&page=1', { answers: { ...answers, listUsers: many } })
  await expect.element(row('person-0')).toBeVisible()
  row('person-99').element().scrollIntoView()
  await expect.element(row('person-99')).toBeInViewport()
  const head = getByRole('columnheader', { name: /username/ }).element()
  const { left, top } = head.getBoundingClientRect()
  expect(head.contains(document.elementFromPoint(left + 20, top + 20))).toBe(true)
  await row('person-99').getByRole('checkbox').click()
  await expect.element(getByRole('button', { name: 'Disable accounts…' })).toBeInViewport({ ratio: 1 })
})

test('shows checkboxes only if there is a bulk action', async () => {
  const courses = await openAdmin('/admin/courses', { answers: { listCoursesForAdmin: [courseRow('aws')] } })
  await expect.element(courses.getByRole('row', { name: /AWS Red Team/ })).toBeVisible()
  expect(courses.getByRole('checkbox').query()).toBeNull()
  await courses.unmount()
  const finance = await openAdmin('/admin/users', { as: sessionOf({ capabilities: ['finance'] }), answers })
  await expect.element(row('mara')).toBeVisible()
  expect(finance.getByRole('checkbox').query()).toBeNull()
  await expect.element(finance.getByRole('button', { name: 'Export CSV' })).toBeVisible()
})

test('runs a bulk action after a dry run, and shows refused rows in the dialog', async () => {
  const previewBulk = vi.fn(({ bulkPreviewAsk: { show = 'changes', from = 0 } }) => ({
    total: 2,
    changes: 1,
    refused: 1,
    reasons: [{ message: 'This account is disabled already.', count: 1 }],
    rows:
      show === 'changes'
        ? [{ id: 'mara', message: null, label: null, effect: null }]
        : [{ id: 'jon', message: 'This account is disabled already.', label: null, effect: null }],
    from,
    labs: { running: 1, queued: 0, exams: 0 },
  }))
  const startBulk = vi.fn(() => {
    throw new ApiError('unavailable', 'Busy for the moment.')
  })
  const { getByRole, getByText } = await openAdmin('/admin/users', { answers: { ...answers, previewBulk, startBulk } })
  await row('mara').getByRole('checkbox').click()
  await row('jon').getByRole('checkbox').click()
  await getByRole('button', { name: 'Disable accounts…' }).click()
  await expect.element(getByText('1 account will be disabled')).toBeVisible()
  await expect.element(getByText('1 account will not change')).toBeVisible()
  await expect.element(getByText('1 × This account is disabled already.')).toBeVisible()
  await getByText('Show rows').first().click()
  await expect.element(getByRole('dialog').getByText('mara')).toBeVisible()
  await getByRole('button', { name: 'Disable accounts: 1' }).click()
  await expect.element(getByText('Enter a reason. It is recorded for every row.')).toBeVisible()
  expect(startBulk).not.toHaveBeenCalled()
  await getByRole('textbox', { name: 'Reason' }).fill('Left the company')
  const labs = getByRole('switch', { name: 'and end their 1 running lab' })
  await expect.element(labs).toBeChecked()
  await labs.click()
  await getByRole('button', { name: 'Disable accounts: 1' }).click()
  await expect.element(getByRole('dialog').getByRole('alert').getByText('Busy for the moment.')).toBeVisible()
  expect(startBulk).toHaveBeenCalledWith({
    bulkAsk: { action: 'users.disable', ids: ['mara', 'jon'], reason: 'Left the company', end_deployments: false },
  })
})

test('selects all matching rows across pages', async () => {
  const previewBulk = vi.fn(() => ({
    total: 319,
    changes: 319,
    refused: 0,
    reasons: [],
    rows: [],
    from: 0,
    labs: null,
  }))
  const many = Array.from({ length: 30 }, (_, n) => userRow(`person-${n}`))
  const { getByRole, getByText } = await openAdmin(filtered('users', { state: 'active' }), {
    answers: { ...answers, listUsers: many, previewBulk },
  })
  await getByRole('checkbox', { name: 'Select row' }).first().click()
  await getByRole('button', { name: /Select all 30 that match/ }).click()
  await expect.element(getByText('All 30 that match are selected')).toBeVisible()
  await getByRole('button', { name: 'Enable accounts…' }).click()
  await vi.waitFor(() =>
    expect(previewBulk).toHaveBeenCalledWith({
      bulkPreviewAsk: { action: 'users.enable', filter: '{"state":"active"}' },
    }),
  )
  const go = getByRole('button', { name: 'Enable accounts: 319' })
  await expect.element(go).toBeDisabled()
  await getByRole('textbox', { name: 'Type 319 to confirm' }).fill('319')
  await expect.element(go).toBeEnabled()
})

test('clears the selection when the filter changes', async () => {
  const { getByRole, getByText } = await openAdmin('/admin/users', { answers })
  await row('mara').getByRole('checkbox').click()
  await expect.element(getByText('1 account selected')).toBeVisible()
  await getByRole('button', { name: 'Disabled' }).click()
  await expect.element(row('mara').getByRole('checkbox')).not.toBeChecked()
  await expect.element(getByText('1 account selected')).not.toBeInTheDocument()
})

test('exports all matching rows in the current order, or the selected ones', async () => {
  const exportList = vi.fn(
    () => new Response('id\r\nmara\r\n', { headers: { 'content-disposition': 'attachment; filename="users.csv"' } }),
  )
  const { getByRole, getByText } = await openAdmin(filtered('users', { state: 'active' }), {
    answers: { ...answers, exportList },
  })
  await expect.element(row('mara')).toBeVisible()
  await getByRole('button', { name: 'Export CSV' }).click()
  await expect.element(getByText('CSV downloaded')).toBeVisible()
  const columns = [
    { field: 'username', head: 'Username' },
    { field: 'full_name', head: 'Name' },
    { field: 'email', head: 'E-mail' },
    { field: 'state', head: 'State' },
    { field: 'created_at', head: 'Joined' },
    { field: 'last_seen_at', head: 'Seen' },
  ]
  const asked = { filter: '{"state":"active"}', sort: '["created_at","DESC"]', columns }
  expect(exportList).toHaveBeenLastCalledWith({ list: 'listUsers', exportAsk: asked })
  await row('mara').getByRole('checkbox').click()
  await getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Export CSV' }).click()
  await vi.waitFor(() =>
    expect(exportList).toHaveBeenLastCalledWith({
      list: 'listUsers',
      exportAsk: { ...asked, filter: '{}', ids: ['mara'] },
    }),
  )
})

test('exports the visible columns with their labels', async () => {
  const exportList = vi.fn(
    () => new Response('', { headers: { 'content-disposition': 'attachment; filename="u.csv"' } }),
  )
  const { getByRole, getByText } = await openAdmin('/admin/users', { answers: { ...answers, exportList } })
  await expect.element(row('mara')).toBeVisible()
  await getByRole('button', { name: 'Columns' }).click()
  await getByRole('switch', { name: 'E-mail' }).click()
  await getByRole('switch', { name: 'Company' }).click()
  await userEvent.keyboard('{Escape}')
  await getByRole('button', { name: 'Export CSV' }).click()
  await expect.element(getByText('CSV downloaded')).toBeVisible()
  const [{ exportAsk }] = exportList.mock.calls[0] as unknown as [{ exportAsk: { columns: { head: string }[] } }]
  expect(exportAsk.columns.map(({ head }) => head)).toEqual(['Username', 'Name', 'State', 'Company', 'Joined', 'Seen'])
})

test('shows active filters as chips, removable one by one or all together', async () => {
  const { getByRole, inputsOf } = await openAdmin(filtered('users', { state: 'active', role: 'admin', q: 'mar' }), {
    answers,
  })
  await getByRole('button', { name: 'Remove filter Role: Administrators' }).click()
  await vi.waitFor(() => expect(filterOf(inputsOf('listUsers'))).toEqual({ state: 'active', q: 'mar' }))
  await expect.element(getByRole('button', { name: 'Remove filter Search: “mar”' })).toBeVisible()
  await getByRole('button', { name: 'Clear all' }).click()
  await vi.waitFor(() => expect(filterOf(inputsOf('listUsers'))).toEqual({}))
})

test('shows a search from a link in the search field and as a chip', async () => {
  const { getByRole, inputsOf } = await openAdmin(filtered('vouchers', { q: 'K7PX' }), {
    answers: { listVouchers: [voucherRow('K7PX-22')] },
  })
  await expect.element(getByRole('textbox', { name: 'Code, recipient or organisation' })).toHaveValue('K7PX')
  await getByRole('button', { name: 'Clear all' }).click()
  await vi.waitFor(() => expect(filterOf(inputsOf('listVouchers'))).toEqual({}))
  await getByRole('link', { name: 'Users' }).click()
  await getByRole('link', { name: 'Vouchers' }).click()
  await expect.element(getByRole('textbox', { name: 'Code, recipient or organisation' })).toHaveValue('')
})

test('removes unknown filters with a notification before the request', async () => {
  const { getByRole, getByText, inputsOf, path } = await openAdmin(
    filtered('vouchers', { nope: 'x', state: 'expired' }),
    {
      answers: { listVouchers: [voucherRow('K7PX-22')] },
    },
  )
  await expect.element(getByText('This list cannot be filtered by nope, so those filters were removed.')).toBeVisible()
  await expect.element(getByRole('row', { name: /K7PX-22/ })).toBeVisible()
  expect(inputsOf('listVouchers').map((input) => JSON.parse((input as { filter: string }).filter))).toEqual([
    { state: 'expired' },
  ])
  expect(decodeURIComponent(path())).not.toContain('nope')
})

test('a failed list shows why, retries, and can be freed of its filters', async () => {
  let failing = true
  const { getByRole, inputsOf } = await openAdmin(filtered('users', { state: 'active' }), {
    answers: {
      ...answers,
      listUsers: () => {
        if (failing) throw new ApiError('unavailable', 'Busy for the moment.')
        return listUsers
      },
    },
  })
  await expect.element(getByRole('alert').getByText('Busy for the moment.')).toBeVisible()
  await getByRole('button', { name: 'Clear all' }).click()
  await vi.waitFor(() => expect(filterOf(inputsOf('listUsers'))).toEqual({}))
  await expect.element(getByRole('alert').getByText('Busy for the moment.')).toBeVisible()
  failing = false
  await getByRole('button', { name: 'Try again' }).click()
  await expect.element(row('mara')).toBeVisible()
})

const title = 'Attack and defend identities across accounts'
const username = 'bartholomew-featherstone'
const email = `${username}@consulting.example`
const money = { amount: 12_345_600, currency: 'EUR' }
const health = {
  ok: false,
  at: ago(0.05),
  message: 'the flag the-door: The value that the script found is not the flag.',
}
const at = '2026-09-28T20:58:00.000Z'
const entitlement: Entitlement = {
  id: '00000000-0000-4000-8000-0000000000e1',
  username,
  full_name: 'Bartholomew Featherstone',
  kind: 'course',
  slug: 'aws',
  title,
  source: 'administrator',
  state: 'suspended',
  reason: 'Disputed by the bank',
  starts_at: at,
  ends_at: at,
  created_at: at,
  restore_until: null,
  version: 3,
  allowed: ['extend', 'suspend', 'revoke', 'move'],
}
const paymentEvent: PaymentEventRow = {
  id: 'evt_1',
  provider: 'stripe',
  kind: 'pending',
  type: 'checkout.session.completed',
  payment: 'pi_1',
  order_id: orderRow(7).id,
  order_number: orderRow(7).number,
  outcome: 'no_effect',
  livemode: true,
  ...money,
  note: 'No order matches this payment yet.',
  happened_at: at,
  received_at: at,
}

const id = '00000000-0000-4000-8000-0000000000e3'
const lessonReport: LessonReportRow = {
  id,
  course: 'aws',
  course_title: title,
  lesson_id: id,
  lesson: title,
  kind: 'unclear',
  revision: 3,
  username,
  words: 'Which of the two roles is meant by “the other one”?',
  position_seconds: 3_192,
  state: 'accepted',
  answer: null,
  created_at: at,
  decided_at: at,
  version: 1,
  allowed: ['accept', 'close'],
}
const correction: CorrectionRow = {
  id,
  certificate_id: 'FY-7K2M',
  title,
  username,
  printed: 'Bartholomew Featherstone',
  state: 'refused',
  name: 'Bartholomew Featherstone-Haugh',
  full_name: 'Bart',
  reason: 'Married',
  answer: 'No',
  decided_at: at,
  created_at: at,
  version: 1,
  allowed: ['decide'],
}
const flagAlert: FlagAlertRow = {
  id,
  state: 'dismissed',
  username,
  owner: `${username}-2`,
  flag: title,
  lab: 'the-build-that-knew-too-much',
  exam: null,
  at,
  resolved_at: at,
  version: 1,
  allowed: [],
}

const incident: ExamIncident = {
  id,
  title,
  cloud: 'azure',
  region: 'germanywestcentral',
  exam: 'expert',
  exam_title: title,
  state: 'ended',
  from_at: at,
  until_at: at,
  touched: 120,
  standing: 12,
  created_at: at,
  version: 2,
  allowed: [],
}

/** Search box and sortable columns of each list. */
const searches: Record<string, [box: string, sorts: string[]]> = {
  users: ['Name or e-mail', ['Username', 'Name', 'E-mail', 'Joined', 'Seen']],
  vouchers: ['Code, recipient or organisation', ['Code', 'For', 'Activated']],
  certificates: ['Name, title, ID or username', ['Name', 'For', 'Issued', 'Valid until']],
  aws_accounts: ['ID, name or notes', ['Account', 'State', 'For', 'Last nuke']],
  orders: ['Number, buyer, company or title', ['Order', 'State', 'Total', 'Placed', 'Paid']],
  courses: ['Title or slug', ['Title', 'Status', 'Price', 'Changed']],
}

test.for<[resource: string, answers: Answers]>([
  ['users', { listUsers: [userRow(username, { email })], listCourseChoices: [] }],
  ['orders', { listOrders: [orderRow(1, { title, buyer: username, total: money, state: 'partially_refunded' })] }],
  ['payment_events', { listPaymentEvents: [paymentEvent] }],
  [
    'vouchers',
    { listVouchers: [voucherRow('K7PX2-2QD8M-WN4RT-A0WWM-W8HWMW', { recipient: email, used_by: username })] },
  ],
  ['organisations', { listOrganisations: [organisationRow({ name: 'Featherstone Consulting International Ltd.' })] }],
  ['entitlements', { listEntitlements: [entitlement] }],
  [
    'certificates',
    { listCertificates: [certificateRow({ title, name: 'Bartholomew Featherstone', username, email })] },
  ],
  ['deployments', { listDeployments: [deploymentRow({ title, username, state: 'ended', reason: 'expired' })] }],
  ['courses', { listCoursesForAdmin: [courseRow('aws', { title, price: money })] }],
  ['labs', { listLabsForAdmin: [labRow('role', { title, difficulty: 'intermediate', health })] }],
  ['exams', { listExamsForAdmin: [examRow('expert', { title, price: money, health })] }],
  ['aws_accounts', { listAwsAccounts: [account('220944710032', { holder: username })], getDashboard: dashboard() }],
  ['lesson_reports', { listLessonReports: [lessonReport] }],
  ['certificate_corrections', { listCertificateCorrections: [correction] }],
  ['flag_alerts', { listFlagAlerts: [flagAlert] }],
  ['exam_incidents', { listExamIncidents: [incident] }],
  ['bulk_jobs', { listBulkJobs: [bulkJob({ actor: username })] }],
  ['audit', { listAudit: [auditEntry({ actor: username, subject_id: username, at })] }],
])(
  'all columns of %s fit into 1280 px with their longest values, and search, saved filters and sorting work',
  async ([resource, answers]) => {
    const { getByRole } = await openAdmin(`/admin/${resource}`, { answers })
    await expect.element(getByRole('table')).toBeVisible()
    const box = getByRole('table').element().closest('.RaDataTable-tableWrapper')
    expect(box?.scrollWidth).toBe(box?.clientWidth)
    const search = searches[resource]
    if (!search) return
    await expect.element(getByRole('textbox', { name: search[0] })).toBeVisible()
    await expect.element(page.getByText('Saved filters', { exact: true })).toBeVisible()
    await page.viewport(1600, 860)
    await vi.waitFor(() =>
      expect(
        [...getByRole('table').element().querySelectorAll('th [data-field]')].map((one) => one.textContent),
      ).toEqual(search[1]),
    )
  },
)

test('saves filters and order under a name, and restores them together', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/vouchers', {
    answers: { listVouchers: [voucherRow('K7PX-22')] },
  })
  await getByRole('button', { name: 'Expired' }).click()
  await getByRole('button', { name: 'Sort by for ascending' }).click()
  await getByRole('button', { name: 'Save filters' }).click()
  await getByRole('textbox', { name: 'Name' }).fill('Lost ones')
  await getByRole('button', { name: 'Save', exact: true }).click()
  await getByRole('button', { name: 'Clear all' }).click()
  await getByRole('button', { name: 'Sort by code ascending' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('listVouchers').at(-1)).toMatchObject({ filter: '{}', sort: '["code","ASC"]' }),
  )
  await getByRole('button', { name: 'Lost ones' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('listVouchers').at(-1)).toMatchObject({
      filter: '{"state":"expired"}',
      sort: '["recipient","ASC"]',
    }),
  )
})

test('on a phone, rows are a list of links that can be selected too', async () => {
  await page.viewport(390, 844)
  const { getByRole, getByText, path } = await openAdmin('/admin/users', { answers })
  await getByRole('checkbox', { name: 'Select mara' }).click()
  await expect.element(getByText('1 account selected')).toBeVisible()
  await getByRole('link', { name: 'Mara Kowal' }).click()
  await vi.waitFor(() => expect(path()).toBe('/admin/users/mara'))
})
