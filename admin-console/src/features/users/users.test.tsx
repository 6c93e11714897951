import { ApiError } from '@flagyard/api-types'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { userRecord, userRow } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const listUsers = [userRow('mara'), userRow('jon', { state: 'inactive' })]

test('requests one page, and filters it with the pressed choices', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/users', { answers: { listUsers } })
  await expect.element(getByRole('link', { name: 'mara', exact: true })).toBeVisible()
  expect(inputsOf('listUsers')[0]).toEqual({ filter: '{}', range: '[0,24]', sort: '["created_at","DESC"]' })

  await getByRole('button', { name: 'Disabled' }).click()
  await vi.waitFor(() => expect(inputsOf('listUsers').at(-1)).toMatchObject({ filter: '{"state":"disabled"}' }))
  await getByRole('button', { name: /^Disabled/ }).click()
  await vi.waitFor(() => expect(inputsOf('listUsers').at(-1)).toMatchObject({ filter: '{}' }))
})

test('searches on the server, and has the search in the address', async () => {
  const { getByLabelText, inputsOf, path } = await openAdmin('/admin/users', { answers: { listUsers } })
  await getByLabelText('Name or e-mail').fill('mara')
  await vi.waitFor(() => expect(inputsOf('listUsers').at(-1)).toMatchObject({ filter: '{"q":"mara"}' }), 3000)
  expect(decodeURIComponent(path())).toContain('"q":"mara"')
})

test('shows a total of a thousand or more as a lower bound everywhere', async () => {
  const rows = Array.from({ length: 25 }, (_, at) => userRow(`mara-${at}`))
  const headers = { 'content-range': 'items 0-24/1000', 'x-total-capped': 'true', 'content-type': 'application/json' }
  const { getByRole, getByText } = await openAdmin('/admin/users?filter=%7B%22q%22%3A%22m%22%7D', {
    answers: { listUsers: () => new Response(JSON.stringify(rows), { headers }) },
  })
  await expect.element(getByText('1,000 or more accounts', { exact: true })).toBeVisible()
  await expect.element(getByText('1–25 of 1,000 or more')).toBeVisible()
  await getByRole('row', { name: /mara-3/ })
    .getByRole('checkbox')
    .click()
  await getByRole('button', { name: 'Select all 1,000 or more that match' }).click()
  await expect.element(getByText('All 1,000 or more that match are selected')).toBeVisible()
})

test('shows more than ten thousand as an estimate, without a link to the last page', async () => {
  const rows = Array.from({ length: 25 }, (_, at) => userRow(`mara-${at}`))
  const headers = { 'content-type': 'application/json', 'x-total-estimated': 'true' }
  const { getByRole, getByText } = await openAdmin('/admin/users', {
    answers: {
      listUsers: ({ range = '[0,24]' }: { range?: string }) => {
        const [from = 0] = JSON.parse(range) as number[]
        const total = Math.max(10_001, from + 26)
        return new Response(JSON.stringify(rows), {
          headers: { ...headers, 'content-range': `items ${from}-${from + 24}/${total}` },
        })
      },
    },
  })
  await expect.element(getByText('More than 10,000 accounts', { exact: true })).toBeVisible()
  await expect.element(getByText('1–25 of more than 10,000')).toBeVisible()
  await expect.element(getByRole('button', { name: 'Go to page 3' })).toBeVisible()
  expect(getByRole('button', { name: 'Go to page 401' }).query()).toBeNull()
  await getByRole('button', { name: 'Go to next page' }).click()
  await expect.element(getByText('26–50 of more than 10,000')).toBeVisible()
})

test('on a phone, rows are cards that link to the account', async () => {
  await page.viewport(390, 844)
  const { getByRole, path } = await openAdmin('/admin/users', {
    answers: { listUsers, getUser: userRecord('mara') },
  })
  await getByRole('link', { name: /Mara Kowal/ }).click()
  await expect.element(getByRole('heading', { name: 'Mara Kowal' })).toBeVisible()
  expect(path()).toBe('/admin/users/mara')
})

test('offers to clear the filters if no account matches', async () => {
  const { getByRole } = await openAdmin('/admin/users?filter=%7B%22state%22%3A%22disabled%22%7D', {
    answers: { listUsers: ({ filter }: { filter: string }) => (filter === '{}' ? listUsers : []) },
  })
  await getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(getByRole('link', { name: 'mara', exact: true })).toBeVisible()
})

test('shows why a list failed, and retries', async () => {
  let failing = true
  const { getByRole } = await openAdmin('/admin/users', {
    answers: {
      listUsers: () => {
        if (failing) throw new ApiError('unavailable', 'Busy for the moment.')
        return listUsers
      },
    },
  })
  await expect.element(getByRole('alert').getByText('Busy for the moment.')).toBeVisible()
  failing = false
  await getByRole('button', { name: 'Try again' }).click()
  await expect.element(getByRole('link', { name: 'mara', exact: true })).toBeVisible()
})

test('saves changed fields with the version they are based on', async () => {
  const updateUser = vi.fn(() => userRecord('mara', { full_name: 'Mara New', version: 4 }))
  const { getByRole } = await openAdmin('/admin/users/mara', {
    answers: { getUser: userRecord('mara'), updateUser },
  })
  await getByRole('textbox', { name: 'Name' }).fill('Mara New')
  await getByRole('button', { name: 'Save', exact: true }).click()
  await vi.waitFor(() =>
    expect(updateUser).toHaveBeenCalledWith({ userEdit: { username: 'mara', version: 3, full_name: 'Mara New' } }),
  )
  await expect.element(getByRole('heading', { name: 'Mara New' })).toBeVisible()
})

test('shows a field error of the server at its field', async () => {
  const { getByRole } = await openAdmin('/admin/users/mara', {
    answers: {
      getUser: userRecord('mara'),
      updateUser: () => {
        throw new ApiError('invalid', 'Look again.', {
          errors: [{ field: 'email', message: 'Another account uses this address' }],
        })
      },
    },
  })
  await getByRole('button', { name: 'Change e-mail address…' }).click()
  await getByRole('textbox', { name: 'New address' }).fill('ada@example.org')
  await getByRole('textbox', { name: 'Reason' }).fill('She asked')
  await getByRole('button', { name: 'Change address', exact: true }).click()
  await expect.element(getByRole('dialog').getByText('Another account uses this address')).toBeVisible()
})

test('changes an e-mail address with a reason, pending its confirmation', async () => {
  let stored = userRecord('mara')
  const updateUser = vi.fn(() => {
    stored = userRecord('mara', { pending_email: 'mara@new.example' })
    return stored
  })
  const { getByRole, getByText } = await openAdmin('/admin/users/mara', {
    answers: { getUser: () => stored, updateUser },
  })
  await expect.element(getByRole('textbox', { name: 'E-mail' })).not.toBeInTheDocument()
  await getByRole('button', { name: 'Change e-mail address…' }).click()
  await expect.element(getByText(/mara@example\.org is notified/)).toBeVisible()
  await getByRole('textbox', { name: 'New address' }).fill('mara@new.example')
  await getByRole('textbox', { name: 'Reason' }).fill('Left her employer')
  await getByRole('button', { name: 'Change address', exact: true }).click()
  await expect.element(getByText('Waiting for confirmation of mara@new.example.')).toBeVisible()
  expect(updateUser).toHaveBeenCalledWith({
    userEdit: { username: 'mara', version: 3, email: 'mara@new.example', reason: 'Left her employer' },
  })
})

test.each(['', '/timeline'])('shows username and address with copy buttons on every tab (%s)', async (tab) => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => writeText.mockRestore())
  const { getByRole } = await openAdmin(`/admin/users/mara${tab}`, {
    answers: { getUser: userRecord('mara'), getUserTimeline: { events: [], next: null } },
  })
  await getByRole('button', { name: 'Copy e-mail address' }).click()
  await getByRole('button', { name: 'Copy username' }).click()
  expect(writeText.mock.calls).toEqual([['mara@example.org'], ['mara']])
})

test('shows when, why and by whom an account was disabled', async () => {
  const { getByText } = await openAdmin('/admin/users/mara/orders', {
    answers: {
      getUser: userRecord('mara', {
        state: 'disabled',
        disabled_at: '2026-05-01T08:30:00.000Z',
        disabled_by: 'grace',
        disabled_reason: 'Sold her account',
      }),
      listOrders: [],
    },
  })
  await expect.element(getByText(/Disabled 1 May 2026.* by grace: Sold her account/)).toBeVisible()
})

test('shows a lost capability as an error of the dialog, not of a field', async () => {
  const { getByRole } = await openAdmin('/admin/users/mara', {
    answers: {
      getUser: userRecord('mara'),
      updateUser: () => {
        throw new ApiError('forbidden', 'Changing disabled of an administrator needs the capability owner.', {
          errors: [{ field: 'disabled', message: 'Needs the capability owner' }],
        })
      },
    },
  })
  await getByRole('button', { name: 'Disable…' }).click()
  await getByRole('textbox', { name: 'Reason' }).fill('Left')
  await getByRole('button', { name: 'Disable account' }).click()
  await expect.element(getByRole('dialog').getByRole('alert')).toHaveTextContent('Needs the capability owner')
  await expect.element(getByRole('textbox', { name: 'Reason' })).toBeValid()
})

test('shows a read-only account to administrators without actions', async () => {
  const { getByRole } = await openAdmin('/admin/users/mara', {
    answers: { getUser: userRecord('mara', { allowed: [] }) },
  })
  await expect.element(getByRole('heading', { name: 'Mara Kowal' })).toBeVisible()
  for (const name of ['Save', 'Rights…', 'Disable…', 'Send password link'])
    expect(getByRole('button', { name, exact: true }).query()).toBeNull()
})

test('requires a reason to disable an account', async () => {
  const updateUser = vi.fn(() => userRecord('mara', { state: 'disabled', version: 4 }))
  const { getByRole } = await openAdmin('/admin/users/mara', {
    answers: { getUser: userRecord('mara'), updateUser },
  })
  await getByRole('button', { name: 'Disable…' }).click()
  await getByRole('textbox', { name: 'Reason' }).fill('Shared her password')
  await getByRole('button', { name: 'Disable account' }).click()
  await vi.waitFor(() =>
    expect(updateUser).toHaveBeenCalledWith({
      userEdit: { username: 'mara', version: 3, disabled: true, reason: 'Shared her password' },
    }),
  )
})

test.each([true, false])('disabling offers to end running labs, selected by default (%s)', async (ends) => {
  const updateUser = vi.fn(() => userRecord('mara', { state: 'disabled', version: 4 }))
  const { getByRole } = await openAdmin('/admin/users/mara', {
    answers: { getUser: userRecord('mara', { labs: { running: 1, queued: 2, exams: 1 } }), updateUser },
  })
  await getByRole('button', { name: 'Disable…' }).click()
  const tick = getByRole('switch', { name: 'and end its 1 running lab, 2 queued and 1 exam environment' })
  await expect.element(tick).toBeChecked()
  if (!ends) await tick.click()
  await getByRole('textbox', { name: 'Reason' }).fill('Left')
  await getByRole('button', { name: 'Disable account' }).click()
  await vi.waitFor(() =>
    expect(updateUser).toHaveBeenCalledWith({
      userEdit: { username: 'mara', version: 3, disabled: true, reason: 'Left', end_deployments: ends },
    }),
  )
})

test('shows “not found” once for an unknown account, with a link to the list', async () => {
  const { getByRole, path } = await openAdmin('/admin/users/nobody', {
    answers: {
      listUsers,
      getUser: () => {
        throw new ApiError('not_found', 'There is no account nobody.')
      },
    },
  })
  await expect.element(getByRole('heading', { name: 'Account not found' })).toBeVisible()
  await expect.element(getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  await getByRole('link', { name: 'Back to Users' }).click()
  await vi.waitFor(() => expect(path()).toBe('/admin/users'))
})

test('warns about unsaved input on leaving, including for another tab of the page', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  onTestFinished(() => confirm.mockRestore())
  const { getByRole, path } = await openAdmin('/admin/users/mara', { answers: { getUser: userRecord('mara') } })
  const name = getByRole('textbox', { name: 'Name' })
  await name.fill('Half a name')
  await getByRole('tab', { name: 'Timeline' }).click()
  await vi.waitFor(() => expect(confirm).toHaveBeenCalledTimes(1))
  await getByRole('link', { name: 'Certificates' }).first().click()
  await vi.waitFor(() => expect(confirm).toHaveBeenCalledTimes(2))
  expect(path()).toBe('/admin/users/mara')
  await expect.element(name).toHaveValue('Half a name')
})

test('lists a concurrent change, preserves typed input and saves it on the next attempt', async () => {
  let stored = userRecord('mara')
  const updateUser = vi.fn(({ userEdit }: { userEdit: { version: number } }) => {
    if (userEdit.version !== stored.version) throw new ApiError('stale_version', 'Someone else changed this account.')
    return { ...stored, full_name: 'Mara Typed', version: stored.version + 1 }
  })
  const { getByRole } = await openAdmin('/admin/users/mara', { answers: { getUser: () => stored, updateUser } })
  const name = getByRole('textbox', { name: 'Name' })
  await name.fill('Mara Typed')
  stored = { ...stored, email: 'moved@example.org', version: stored.version + 1 }
  await getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = getByRole('alert', { name: 'Concurrent changes' })
  await expect.element(conflict.getByText(/→ “moved@example\.org”/)).toBeVisible()
  await expect.element(name).toHaveValue('Mara Typed')
  await getByRole('button', { name: 'Save', exact: true }).click()
  await vi.waitFor(() => expect(updateUser).toHaveBeenCalledTimes(2))
  expect(updateUser.mock.calls[1]?.[0]).toMatchObject({
    userEdit: { version: stored.version, full_name: 'Mara Typed' },
  })
})

test('requires a reason for extra exam time, and previews its effect on a booked exam', async () => {
  const booked_exams = [{ title: 'Expert', scheduled_at: '2027-03-12T08:00:00.000Z', minutes: 240, exam_minutes: 240 }]
  const { getByRole, inputsOf } = await openAdmin('/admin/users/mara', {
    answers: { getUser: userRecord('mara', { booked_exams }), updateUser: userRecord('mara', { booked_exams }) },
  })
  const booked = getByRole('list', { name: 'Booked exams' })
  await expect.element(booked).toMatchTextContent(/Expert on .* takes 4 h\./)
  await getByRole('spinbutton', { name: /Extra exam time/ }).fill('25')
  await expect.element(booked).toMatchTextContent(/was booked with 4 h. To change it to 5 h/)
  await getByRole('textbox', { name: /Reason for extra time/ }).fill('Agreed on 3 March')
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('updateUser')).toMatchObject([
      { userEdit: { username: 'mara', accommodation: 25, accommodation_reason: 'Agreed on 3 March' } },
    ]),
  )
})
