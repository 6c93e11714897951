import { expect, test } from 'vitest'
import { countOf, formatMinutes } from './format.ts'

test.each([
  [12, '12 min'],
  [120, '2 h'],
  [90, '1 h 30 min'],
  [0, '0 min'],
])('%i minutes read %s', (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text)
})

test('a count comes with the word that fits it', () => {
  expect([countOf(1, 'lab'), countOf(5, 'lab'), countOf(2, 'try', 'tries'), countOf(1204, 'lab')]).toEqual([
    '1 lab',
    '5 labs',
    '2 tries',
    '1,204 labs',
  ])
})
