import { expect, test } from 'vitest'
import { dateIn } from '../src/contract/time-zone.ts'

test.each([
  ['Europe/Berlin', '2026-11-02T22:30:00Z', '2026-11-02'],
  ['Europe/Berlin', '2026-11-02T23:30:00Z', '2026-11-03'],
  ['Pacific/Auckland', '2026-12-31T11:00:00Z', '2027-01-01'],
  ['America/New_York', '2026-01-01T04:59:00Z', '2025-12-31'],
])('the date in %s at %s is %s', (zone, at, date) => {
  expect(dateIn(zone, at)).toBe(date)
})
