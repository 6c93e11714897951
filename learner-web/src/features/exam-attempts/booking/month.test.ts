import { expect, test } from 'vitest'
import { addDays, addMonths, weeksOf } from './MonthGrid.tsx'

test('a month is its weeks from Monday on, and days are counted over its ends', () => {
  const weeks = weeksOf('2026-11')
  expect(weeks.length).toBe(6)
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null])
  expect(weeksOf('2027-02').flat()).not.toContain(null)
  expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect(addMonths('2027-01-15', -2)).toBe('2026-11-15')
})
