import { expect, test } from 'vitest'
import { endOf, monthOf, nextOf, startOf } from './month.ts'

test.each([
  ['2027-01-01T00:30+01:00', 'Europe/Berlin', '2027-01'],
  ['2026-12-31T23:30+01:00', 'Europe/Berlin', '2026-12'],
  ['2027-01-01T00:30+01:00', 'America/Los_Angeles', '2026-12'],
  ['2027-01-01T00:30-08:00', 'America/Los_Angeles', '2027-01'],
])('%s in %s counts in %s', (at, zone, month) => {
  expect(monthOf(new Date(at), zone)).toBe(month)
})

test.each(['Europe/Berlin', 'America/Los_Angeles', 'UTC'])('in %s months follow each other without a gap', (zone) => {
  for (let month = '2026-01'; month < '2028-01'; month = nextOf(month)) {
    expect(endOf(month, zone)).toEqual(startOf(nextOf(month), zone))
    expect(monthOf(startOf(month, zone), zone)).toBe(month)
    expect(monthOf(new Date(endOf(month, zone).getTime() - 1), zone)).toBe(month)
  }
})
