import fc from 'fast-check'
import { expect, test } from 'vitest'
import { publicMean, type WeeklyScore } from './reviews.ts'

const week = (number: number) => new Date(Date.UTC(2026, 0, 5 + number * 7)).toISOString().slice(0, 10)
const given = (number: number, value: number, count: number): WeeklyScore => ({
  week: week(number),
  value: String(value),
  count,
})

test('publish nothing below five answers, or below the threshold', () => {
  expect(publicMean([given(0, 9, 4)], 2)).toBeNull()
  expect(publicMean([given(0, 9, 7)], 8)).toBeNull()
  expect(publicMean([given(0, 9, 3), given(1, 7, 2)], 2)).toEqual({ mean: 8.2, answers: 5 })
})

test('later answers wait until there are enough of them', () => {
  const first = [given(0, 10, 5)]
  expect(publicMean([...first, given(1, 0, 4)], 2)).toEqual({ mean: 10, answers: 5 })
  expect(publicMean([...first, given(1, 0, 4), given(2, 0, 1)], 2)).toEqual({ mean: 5, answers: 10 })
})

test('two published scores differ by no answers or by at least five, and never by fewer than the threshold', () => {
  const history = fc.array(fc.array(fc.tuple(fc.nat(10), fc.integer({ min: 1, max: 4 })), { maxLength: 4 }), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(history, fc.integer({ min: 2, max: 9 }), (weeks, threshold) => {
      const looks = weeks.map((_, until) =>
        publicMean(
          weeks.slice(0, until + 1).flatMap((scores, at) => scores.map(([value, count]) => given(at, value, count))),
          threshold,
        ),
      )
      for (const [at, look] of looks.entries()) {
        const more = (look?.answers ?? 0) - (looks[at - 1]?.answers ?? 0)
        expect(more === 0 || more >= Math.max(5, threshold)).toBe(true)
      }
    }),
  )
})
