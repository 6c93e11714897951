import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isCommonPassword, isMostlyMadeOf } from './common-passwords.ts'

const [head = '', list = ''] = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n\n')
const entries = list.trim().split('\n')

test('the list contains well over the 3000 most common passwords of valid length, ignoring case', () => {
  expect(new Set(entries).size).toBe(entries.length)
  expect(entries.length).toBeGreaterThan(10_000)
  for (const entry of entries) {
    expect(entry.length).toBeGreaterThanOrEqual(8)
    expect(isCommonPassword(entry.toUpperCase()), entry).toBe(true)
  }
  expect(head).toContain('Permission is hereby granted')
})

test.each(['Password', '12345678', 'qwertyuiop', 'iloveyou', 'Trustno1', 'summer2026', 'correcthorsebatterystaple'])(
  '%s is common',
  (password) => expect(isCommonPassword(password)).toBe(true),
)

test.each([
  ['Flagyard', true],
  ['flagyard2026!', true],
  ['2026-FlagYard', true],
  ['flag yard 1', true],
  ['ada-lovelace1', true],
  ['ada.lovelace@people.example', false],
  ['flagyard opens the red gate', false],
  ['8473625192', false],
  ['a long enough phrase', false],
  ['', false],
])('whether %s consists of product words or the user’s name: %s', (password, made) =>
  expect(isMostlyMadeOf(password, ['ada-lovelace'])).toBe(made),
)
