import { expect, test } from 'vitest'
import { cuesOf, EMPTY_VTT, vttErrorOf, withCueAt, withTimeOf } from './vtt.ts'

const vtt = `WEBVTT

NOTE said by Ines

intro
00:01.000 --> 00:03.500 align:start
Hello,
and welcome.

00:00:10.000 --> 00:00:12.000
Begin.
`

test('parses cues with times and texts', () => {
  expect(cuesOf(vtt).map(({ start, end, text }) => [start, end, text])).toEqual([
    [1, 3.5, 'Hello,\nand welcome.'],
    [10, 12, 'Begin.'],
  ])
})

test.each([
  ['00:01.000 --> 00:02.000\nx', /WEBVTT/],
  ['WEBVTT\n\n1:00 --> 2:00\nx', /not a valid time range/],
  ['WEBVTT\n\n00:05.000 --> 00:02.000\nx', /ends before it starts/],
  ['WEBVTT\n\n00:05.000 --> 00:06.000\nx\n\n00:01.000 --> 00:02.000\ny', /listed after a later one/],
])('reports files that a browser would not play: %j', (text, fault) => {
  expect(vttErrorOf(text)).toMatch(fault)
})

test('accepts valid files, including one without cues', () => {
  expect([vttErrorOf(vtt), vttErrorOf(EMPTY_VTT)]).toEqual([undefined, undefined])
})

test('inserts a cue in order of time, and preserves notes', () => {
  const early = withCueAt(vtt, 0.2)
  expect(cuesOf(early).map(({ start }) => start)).toEqual([0.2, 1, 10])
  expect(early).toMatch(/\n\nintro\n00:01\.000/)
  expect(early).toContain('NOTE said by Ines')
  expect(cuesOf(withCueAt(vtt, 5)).map(({ start }) => start)).toEqual([1, 5, 10])
  expect(cuesOf(withCueAt(vtt, 20)).map(({ start }) => start)).toEqual([1, 10, 20])
  expect([early, withCueAt(EMPTY_VTT, 3)].map(vttErrorOf)).toEqual([undefined, undefined])
})

test('sets the start or end of a cue, and preserves its position settings', () => {
  const [first] = cuesOf(vtt)
  const later = withTimeOf(vtt, first!, 'end', 4)
  expect(later).toContain('00:01.000 --> 00:00:04.000 align:start')
  expect(withTimeOf(vtt, first!, 'start', 0.5)).toContain('00:00:00.500 --> 00:00:03.500 align:start')
})
