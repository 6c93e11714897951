import type { ExamCapacity, ExamResults } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { examRecord, sessionOf } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const hourAt = (date: string, hour: number, changes: object = {}) => ({
  hour,
  occurrence: null,
  at: `${date}T${String(hour).padStart(2, '0')}:00:00.000Z`,
  booked: 0,
  mine: 0,
  labs: 1,
  spares: 0,
  left: 7,
  ...changes,
})

const capacityFrom = ({ from, days }: { from: string; days: unknown }): ExamCapacity => ({
  accounts: 9,
  now: '2026-01-01T00:00:00.000Z',
  days: Array.from({ length: Number(days) }, (_, index) => {
    const date = new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10)
    const full = { booked: 7, mine: 2, spares: 1, left: 0 }
    return {
      date,
      hours: Array.from({ length: 24 }, (_, hour) => hourAt(date, hour, index === 1 && hour === 9 ? full : {})),
    }
  }),
})
const sitting = {
  attempt_id: '5b9a6d0e-3a51-4a3e-9d53-0c8a2f1f6a11',
  exam: 'expert',
  title: 'Expert',
  username: 'mara',
  full_name: 'Mara Moss',
  state: 'scheduled' as const,
  number: 1,
  scheduled_at: '2027-03-09T09:00:00.000Z',
  time_zone: 'Europe/Berlin',
  from_at: '2027-03-09T08:15:00.000Z',
  until_at: '2027-03-09T15:30:00.000Z',
}

test('the calendar shows the hours of a week, changes week, zone and view, and lists the candidates of a day', async () => {
  await page.viewport(1280, 900)
  const { getByRole, inputsOf, path } = await openAdmin('/admin/exams/expert/calendar?day=2027-03-10&zone=UTC', {
    answers: { getExamForAdmin: examRecord(), getExamCapacity: capacityFrom, listExamSittings: [sitting] },
  })
  const nine = getByRole('row', { name: /^09:00/ })
  await expect.element(nine).toMatchTextContent(/7 bookedfull/)
  await expect.element(nine).toMatchTextContent(/7 left/)
  expect(inputsOf('getExamCapacity')[0]).toMatchObject({
    cloud: 'aws',
    from: '2027-03-08',
    days: '7',
    time_zone: 'UTC',
    exam: 'expert',
  })
  await getByRole('button', { name: 'Tuesday, 9 March 2027' }).click()
  const dialog = getByRole('dialog', { name: 'Tuesday, 9 March 2027' })
  await expect
    .element(dialog.getByRole('link', { name: 'Mara Moss' }))
    .toHaveAttribute('href', '/admin/users/mara/exams')
  await expect.element(dialog.getByRole('row', { name: /^09:00/ })).toHaveTextContent('09:002711full')
  expect(inputsOf('listExamSittings')).toEqual([{ cloud: 'aws', date: '2027-03-09', time_zone: 'UTC' }])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await getByRole('button', { name: 'Later week' }).click()
  await vi.waitFor(() => expect(inputsOf('getExamCapacity').at(-1)).toMatchObject({ from: '2027-03-15' }))
  await getByRole('combobox', { name: 'Time zone' }).selectOptions('Asia/Tokyo')
  await vi.waitFor(() => expect(inputsOf('getExamCapacity').at(-1)).toMatchObject({ time_zone: 'Asia/Tokyo' }))
  await getByRole('button', { name: 'Month' }).click()
  await vi.waitFor(() => expect(inputsOf('getExamCapacity').at(-1)).toMatchObject({ from: '2027-03-01', days: '31' }))
  await expect
    .element(getByRole('button', { name: /Tuesday, 2 March 2027/ }))
    .toMatchTextContent(/up to 7 exams · full at 09:00/)
  expect(path()).toContain('view=month')
})

test('the calendar of a cloud shows only numbers to administrators without access to personal data', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/exam_calendar/aws?day=2027-03-10&view=month&zone=UTC', {
    as: sessionOf({ capabilities: ['cloud'] }),
    answers: { getExamCapacity: capacityFrom },
  })
  await getByRole('button', { name: /Tuesday, 2 March 2027/ }).click()
  await expect.element(getByRole('dialog').getByRole('row', { name: /^09:00/ })).toHaveTextContent('09:00711full')
  expect(inputsOf('listExamSittings')).toEqual([])
})

const results: ExamResults = {
  from_at: null,
  until_at: '2027-05-20T22:00:00.000Z',
  passed: 3,
  failed: 1,
  no_show: 1,
  open: 2,
  other: 0,
  decided: 4,
  passing_points: 70,
  points: [
    { from: 60, to: 69, count: 1 },
    { from: 70, to: 79, count: 3 },
  ],
  sat: 4,
  flags: [{ id: sitting.attempt_id, title: 'Pivot', points: 40, solved: 3, median_minute: 95 }],
  attempts: [{ number: 1, passed: 3, failed: 1, no_show: 1, open: 2, other: 0 }],
}

test('results show their sample size, and signs of sharing come with an innocent explanation', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/exams/expert/results?until=2027-05-20', {
    answers: {
      getExamForAdmin: examRecord(),
      getExamResults: results,
      listExamHints: [
        {
          kind: 'same_order',
          at: '2027-05-10T10:00:00.000Z',
          what: ['One', 'Two', 'Three'],
          minutes: 4,
          candidates: [
            { username: 'eda', full_name: 'Eda Eck', attempt_id: null },
            { username: 'fay', full_name: 'Fay Fox', attempt_id: null },
          ],
        },
      ],
      exportList: new Response('Id', { headers: { 'content-disposition': 'attachment; filename="candidates.csv"' } }),
    },
  })
  await expect.element(getByRole('note')).toMatchTextContent(/^Only 4 results in this period: too few/)
  await expect.element(getByRole('region', { name: 'Points' }).getByRole('row', { name: '70–79 3' })).toBeVisible()
  await expect.element(getByRole('row', { name: 'Pivot 40 3 1 h 35 min' })).toBeVisible()
  const hints = getByRole('region', { name: 'Signs of sharing' })
  await expect.element(hints).toMatchTextContent(/hints, not proof/)
  await expect
    .element(hints.getByRole('listitem'))
    .toMatchTextContent(/Eda Eck and Fay Fox found 3 flags in the same order.*Possible innocent explanation:/)
  await getByRole('button', { name: 'Export CSV' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('exportList')).toEqual([
      {
        list: 'listExamCandidates',
        exportAsk: { names: { slug: 'expert' }, filter: '{"until":"2027-05-20T22:00:00.000Z"}' },
      },
    ]),
  )
})
