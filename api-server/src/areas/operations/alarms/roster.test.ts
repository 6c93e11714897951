import { describe, expect, test } from 'vitest'
import { isOnDuty, nextToCall } from './roster.ts'

describe('on-call hours', () => {
  test.each([
    ['Europe/Madrid', 8, 18, '2026-07-01T06:00:00Z', true],
    ['Europe/Madrid', 8, 18, '2026-07-01T05:59:00Z', false],
    ['Europe/Madrid', 8, 18, '2026-01-01T06:59:00Z', false],
    ['Europe/Madrid', 8, 18, '2026-07-01T16:00:00Z', false],
    ['Asia/Tokyo', 22, 6, '2026-07-01T13:00:00Z', true],
    ['Asia/Tokyo', 22, 6, '2026-07-01T20:59:00Z', true],
    ['Asia/Tokyo', 22, 6, '2026-07-01T21:00:00Z', false],
    ['UTC', 9, 9, '2026-07-01T03:00:00Z', true],
    ['No/Where', 3, 4, '2026-07-01T03:00:00Z', true],
  ])('in %s from %i to %i at %s: %s', (time_zone, from_hour, until_hour, now, expected) => {
    expect(isOnDuty({ time_zone, from_hour, until_hour }, new Date(now))).toBe(expected)
  })
})

test('calls the first person on duty, then the next, then the remaining owners, then no one', () => {
  const person = (id: string) => ({ id, username: id, full_name: id, email: `${id}@a.example` })
  const always = { time_zone: 'UTC', from_hour: 0, until_hour: 0 }
  const people = {
    roster: [
      { ...person('off'), time_zone: 'UTC', from_hour: 4, until_hour: 5 },
      { ...person('ann'), ...always },
      { ...person('ben'), ...always },
    ],
    owners: [person('ann'), person('olga')],
  }
  const now = new Date('2026-07-01T03:00:00Z')
  const called = (before: string[]) => nextToCall(people, before, now).map(({ id }) => id)
  expect([called([]), called(['ann']), called(['ann', 'ben']), called(['ann', 'ben', 'olga'])]).toEqual([
    ['ann'],
    ['ben'],
    ['olga'],
    [],
  ])
})
