import { expect, test } from 'vitest'
import { readCaptions } from './captions.ts'

test('a transcript holds when each cue begins and its words without markup', () => {
  const vtt = `WEBVTT

NOTE made by hand

1
00:00.500 --> 00:02.000 align:start
A role trusts <i>a principal</i>,
not a person.

01:02:03.250 --> 01:02:05.000
Ask who &amp; why.`
  expect(readCaptions(vtt)).toEqual([
    { from: 0.5, text: 'A role trusts a principal, not a person.' },
    { from: 3723.25, text: 'Ask who & why.' },
  ])
})

test('a file without captions gives an empty transcript', () => {
  expect(readCaptions('<!doctype html>')).toEqual([])
})
