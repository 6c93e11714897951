import { expect, test } from 'vitest'
import { createWatch, joinIntervals } from './watched.ts'

const play = (watch: ReturnType<typeof createWatch>, from: number, to: number, step = 0.25) => {
  for (let at = from; at <= to; at += step) watch.reach(at)
}

test('what plays on is one part', () => {
  const watch = createWatch()
  play(watch, 0, 10)
  expect(watch.take()).toEqual([[0, 10]])
})

test('seeking is not watching', () => {
  const watch = createWatch()
  play(watch, 0, 5)
  watch.lift()
  play(watch, 100, 103)
  expect(watch.take()).toEqual([
    [0, 5],
    [100, 103],
  ])
})

test('a jump that nobody announced counts for nothing', () => {
  const watch = createWatch()
  watch.reach(1)
  watch.reach(600)
  watch.reach(601)
  expect(watch.take()).toEqual([[600, 601]])
})

test('going back counts for nothing, and the same part twice counts once', () => {
  const watch = createWatch()
  play(watch, 0, 10)
  play(watch, 4, 8)
  expect(watch.take()).toEqual([[0, 10]])
})

test('each part is taken once, and playing goes on where it was', () => {
  const watch = createWatch()
  play(watch, 0, 10)
  watch.take()
  expect(watch.take()).toEqual([])
  play(watch, 10.25, 12)
  expect(watch.take()).toEqual([[10, 12]])
})

test('what could not be delivered is taken again with the next', () => {
  const watch = createWatch()
  play(watch, 0, 10)
  watch.giveBack(watch.take())
  play(watch, 10.25, 12)
  expect(watch.take()).toEqual([[0, 12]])
})

test('more parts than one call may carry wait for the next', () => {
  const watch = createWatch()
  for (let at = 0; at < 30; at += 10) {
    watch.lift()
    play(watch, at, at + 2)
  }
  expect(watch.take(2)).toEqual([
    [0, 2],
    [10, 12],
  ])
  expect(watch.take(2)).toEqual([[20, 22]])
})

test('parts that touch are one', () => {
  expect(
    joinIntervals([
      [5, 9],
      [0, 5],
      [20, 21],
    ]),
  ).toEqual([
    [0, 9],
    [20, 21],
  ])
})
