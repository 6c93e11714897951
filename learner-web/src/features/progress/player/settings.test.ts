import { expect, test } from 'vitest'
import { settingsOf } from './settings.ts'

test('saved settings are read one by one', () => {
  expect(settingsOf('{"speed":1.5,"captions":false,"language":"de","unknown":1}')).toEqual({
    ...settingsOf(null),
    speed: 1.5,
    captions: false,
    language: 'de',
  })
})

test.each(['', 'null', '[]', '{', '"text"', '{"speed":9,"volume":"loud","captions":null}'])(
  '%s in the storage is as nothing saved',
  (text) => {
    expect(settingsOf(text)).toEqual(settingsOf(null))
  },
)

test.each([
  [-1, 0],
  [7, 1],
])('a volume of %d is one of %d', (saved, volume) => {
  expect(settingsOf(JSON.stringify({ volume: saved })).volume).toBe(volume)
})
