import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  acceptIntervals,
  coveredShare,
  type Interval,
  MAX_HEARTBEAT_GAP_SECONDS,
  MAX_PLAYBACK_RATE,
  mergeIntervals,
} from './watch-time.ts'

const length = (intervals: Interval[]) => intervals.reduce((sum, [from, to]) => sum + to - from, 0)
const someIntervals = fc.array(
  fc.tuple(fc.double({ min: 0, max: 900, noNaN: true }), fc.double({ min: 0, max: 900, noNaN: true })),
  { maxLength: 20 },
)

test('a heartbeat earns at most the elapsed time at the maximum speed, whatever it reports', () => {
  fc.assert(
    fc.property(
      someIntervals,
      fc.double({ min: -10, max: 500, noNaN: true }),
      fc.integer({ min: 1, max: 600 }),
      (claimed, elapsed, duration) => {
        const accepted = acceptIntervals(claimed, duration, elapsed)
        const most = Math.min(Math.max(elapsed, 0), MAX_HEARTBEAT_GAP_SECONDS) * MAX_PLAYBACK_RATE
        expect(length(accepted)).toBeLessThanOrEqual(most + 1e-6)
        for (const [from, to] of accepted) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThanOrEqual(duration)
        }
      },
    ),
  )
})

test('merging preserves coverage, sorts and separates intervals, and counts repeats once', () => {
  fc.assert(
    fc.property(someIntervals, (intervals) => {
      const merged = mergeIntervals(structuredClone(intervals))
      expect(mergeIntervals(structuredClone([...merged, ...merged]))).toEqual(merged)
      for (const [index, [from]] of merged.entries())
        if (index > 0) expect(from).toBeGreaterThan((merged[index - 1] as Interval)[1])
      expect(coveredShare(structuredClone(intervals), 900)).toBeLessThanOrEqual(1)
    }),
  )
})

test('credits a viewer at double speed in full', () => {
  expect(acceptIntervals([[10, 30]], 60, 10)).toEqual([[10, 30]])
  expect(acceptIntervals([[10, 31]], 60, 10)).toEqual([[10, 30]])
  expect(coveredShare([[0, 27]], 30)).toBeCloseTo(0.9)
})
