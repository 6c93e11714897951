import { ApiError, type RoomOpening, type SupportRoom } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { userAttempt, userRecord } from '../../../../test/answers.ts'
import { openAdmin } from '../../../../test/openAdmin.tsx'

const opening = (changes: Partial<RoomOpening> = {}): RoomOpening => ({
  id: '5b9a6d0e-3a51-4a3e-9d53-0c8a2f1f6a99',
  attempt_id: userAttempt().id,
  state: 'waiting',
  confirm_by: 'administrator',
  reason: 'She cannot reach it',
  asked_by: 'ada',
  asked_at: '2027-03-12T09:00:00.000Z',
  confirm_until: '2027-03-12T09:15:00.000Z',
  confirmed_by: null,
  opened_at: null,
  open_until: null,
  ended_at: null,
  allowed: ['end'],
  ...changes,
})
const open = opening({
  state: 'open',
  confirmed_by: 'berta',
  opened_at: '2027-03-12T09:01:00.000Z',
  open_until: '2027-03-12T10:01:00.000Z',
  allowed: ['look', 'end'],
})
const attempt = () => ({ getUser: userRecord('mara'), listUserExams: [userAttempt()], getUserAttempt: userAttempt() })

test('requests a room visit with a reason and a password, and opens the room after another administrator confirms', async () => {
  let rooms: RoomOpening[] = []
  const { getByRole, inputsOf } = await openAdmin('/admin/users/mara/exams', {
    answers: {
      ...attempt(),
      getMySecondFactor: { totp: null, passkeys: [], recovery_codes_left: 0, required: false },
      listUserRooms: () => rooms,
      askForUserRoom: () => {
        // As the confirming administrator sees it.
        rooms = [opening({ allowed: ['confirm', 'end'] })]
        return opening()
      },
      confirmRoom: () => {
        rooms = [open]
        return open
      },
    },
  })
  await getByRole('button', { name: 'Open Expert · attempt 1' }).click()
  await getByRole('button', { name: 'Visit the room…' }).click()
  await getByRole('textbox', { name: 'Reason' }).fill('She cannot reach it')
  await getByRole('textbox', { name: /^Your password/ }).fill('a secret')
  await getByRole('button', { name: 'Request visit' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('askForUserRoom')).toMatchObject([
      {
        username: 'mara',
        id: userAttempt().id,
        roomAsk: { reason: 'She cannot reach it', confirm_by: 'administrator', current_password: 'a secret' },
      },
    ]),
  )
  const section = getByRole('region', { name: 'Support visits' })
  await expect.element(section).toMatchTextContent(/ada requested a visit. Another administrator must confirm it/)
  await getByRole('button', { name: 'Confirm as second administrator' }).click()
  await expect.element(section).toMatchTextContent(/ada can view the room from .*confirmed by berta/)
  await expect
    .element(getByRole('link', { name: /Open the room/ }))
    .toHaveAttribute('href', `/admin/exam_rooms/${open.id}`)
})

const view: SupportRoom = {
  opening: open,
  username: 'mara',
  full_name: 'Mara Moss',
  room: {
    slug: 'expert',
    title: 'Expert',
    cloud: 'aws',
    price: { amount: 0, currency: 'EUR' },
    duration_minutes: 240,
    passing_points: 70,
    attempts: [
      {
        id: userAttempt().id,
        number: 1,
        state: 'active',
        scheduled_at: '2027-03-12T08:00:00.000Z',
        time_zone: 'Europe/Berlin',
        checked_in_at: null,
        ready_at: null,
        started_at: '2027-03-12T08:00:00.000Z',
        active_until: '2027-03-12T12:00:00.000Z',
        clock_stopped_at: null,
        seconds_left: 9000,
        points: 0,
        extra_points: 0,
        passing_points: 70,
        under_review: false,
        resets_left: 1,
        decided_at: null,
      },
    ],
    course: null,
    bookable: true,
    description: '',
    rules: '',
    flags: 1,
    total_points: 40,
    has_access: true,
    access_ends_at: null,
    now: '2027-03-12T09:30:00.000Z',
    attempts_allowed: 1,
    ledger: [],
    accepted_rules: null,
    preflight: null,
    reports: [],
    environment: null,
    admitted: { range: '198.51.100.2/32', wanted: null, problem: null, mine: null },
    support: null,
  },
  flags: [
    {
      id: userAttempt().id,
      title: 'Pivot',
      question: '?',
      type: 'STATIC',
      points: 40,
      solved_at: null,
      credited_at: null,
      wrong_tries: 2,
    },
  ],
}

test('the room shows time, flags and address, changes the address, and disappears when access ends', async () => {
  let isClosed = false
  const { getByRole, getByText, inputsOf } = await openAdmin(`/admin/exam_rooms/${open.id}`, {
    answers: {
      getUserRoom: () => {
        if (isClosed) throw new ApiError('conflict', 'This room is closed to you.')
        return view
      },
      admitAddressForUser: view,
      endRoom: () => {
        isClosed = true
        return opening({ state: 'ended', allowed: [] })
      },
    },
  })
  await expect.element(getByRole('heading', { name: 'Exam room of Mara Moss' })).toBeVisible()
  await expect.element(getByRole('region', { name: 'Time' })).toMatchTextContent(/2 h 30 min left/)
  await expect.element(getByRole('region', { name: 'Flags' })).toMatchTextContent(/Pivot.*2 wrong submissions/)
  await getByRole('button', { name: 'Allow another address…' }).click()
  await getByRole('textbox', { name: 'IPv4 address or range' }).fill('203.0.113.7')
  await getByRole('button', { name: 'Allow address' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('admitAddressForUser')).toEqual([{ id: open.id, admittedAddressEdit: { address: '203.0.113.7' } }]),
  )
  await getByRole('button', { name: 'End visit' }).click()
  await expect.element(getByText('This room is closed to you.')).toBeVisible()
  await expect.element(getByRole('region', { name: 'Flags' })).not.toBeInTheDocument()
})
