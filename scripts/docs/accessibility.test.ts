import { expect, test } from 'vitest'
import { criteria } from '../../packages/api-types/src/accessibility.ts'
import { page } from './accessibility.ts'

const [first] = criteria
const statement = [{ ...first!, tests: ['a page passes axe'] }]

test('lists each criterion with the files of its tests', () => {
  const text = page(statement, new Map([['a page passes axe', ['a.test.ts', 'b.spec.ts']]]))
  expect(text).toContain('## 1.1.1 Non-text Content (A): met\n')
  expect(text).toContain('- `a.test.ts`, `b.spec.ts` “a page passes axe”\n')
})

test('a test that was renamed or deleted makes the statement fail', () => {
  expect(() => page(statement, new Map([['a page passes', ['a.test.ts']]]))).toThrow(
    '1.1.1: there is no test “a page passes axe”',
  )
})

test('each test that the statement names exists', () => {
  expect(() => page()).not.toThrow()
})
