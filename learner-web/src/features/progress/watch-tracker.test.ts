import { expect, test } from 'vitest'
import { createWatchTracker, mergeIntervals } from './watch-tracker.ts'

const play = (tracker: ReturnType<typeof createWatchTracker>, from: number, to: number, step = 0.25) => {
  for (let at = from; at <= to; at += step) tracker.playTo(at)
}

test('continuous playing is one part', () => {
  const tracker = createWatchTracker()
  play(tracker, 0, 10)
  expect(tracker.takeIntervals()).toEqual([[0, 10]])
})

test('seeking is not watching', () => {
  const tracker = createWatchTracker()
  play(tracker, 0, 5)
  tracker.interrupt()
  play(tracker, 100, 103)
  expect(tracker.takeIntervals()).toEqual([
    [0, 5],
    [100, 103],
  ])
})

test('a jump without a seek event does not count', () => {
  const tracker = createWatchTracker()
  tracker.playTo(1)
  tracker.playTo(600)
  tracker.playTo(601)
  expect(tracker.takeIntervals()).toEqual([[600, 601]])
})

test('going back does not count, and a part that was watched twice counts once', () => {
  const tracker = createWatchTracker()
  play(tracker, 0, 10)
  play(tracker, 4, 8)
  expect(tracker.takeIntervals()).toEqual([[0, 10]])
})

test('each part is taken once, and playing continues from there', () => {
  const tracker = createWatchTracker()
  play(tracker, 0, 10)
  tracker.takeIntervals()
  expect(tracker.takeIntervals()).toEqual([])
  play(tracker, 10.25, 12)
  expect(tracker.takeIntervals()).toEqual([[10, 12]])
})

test('parts that could not be sent are taken again with the next', () => {
  const tracker = createWatchTracker()
  play(tracker, 0, 10)
  tracker.restoreIntervals(tracker.takeIntervals())
  play(tracker, 10.25, 12)
  expect(tracker.takeIntervals()).toEqual([[0, 12]])
})

test('more parts than one call may carry wait for the next', () => {
  const tracker = createWatchTracker()
  for (let at = 0; at < 30; at += 10) {
    tracker.interrupt()
    play(tracker, at, at + 2)
  }
  expect(tracker.takeIntervals(2)).toEqual([
    [0, 2],
    [10, 12],
  ])
  expect(tracker.takeIntervals(2)).toEqual([[20, 22]])
})

test('adjacent parts are merged', () => {
  expect(
    mergeIntervals([
      [5, 9],
      [0, 5],
      [20, 21],
    ]),
  ).toEqual([
    [0, 9],
    [20, 21],
  ])
})
