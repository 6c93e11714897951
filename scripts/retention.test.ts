import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { file, page } from './retention.ts'

test('the page about retention is what the rules say', () => {
  expect(readFileSync(file, 'utf8'), 'write it anew by: node scripts/retention.ts').toBe(page())
})
