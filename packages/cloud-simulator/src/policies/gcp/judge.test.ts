import { expect, test } from 'vitest'
import { gcpCases } from '../../../test/policies/gcp.ts'
import { holdsCondition } from './condition.ts'
import { judgeGcp } from './judge.ts'

test.each(gcpCases)('%s: %s', (_topic, _says, request, answer) => {
  const { allowed, reason } = judgeGcp(request)
  expect({ allowed, reason }).toEqual(
    answer === true ? { allowed: true, reason: '' } : { allowed: false, reason: expect.stringContaining(answer) },
  )
})

test.each([
  ['brackets stand in each other too deep', `${'('.repeat(300)}true${')'.repeat(300)}`],
  ['signs stand before each other too often', `${'!'.repeat(1_999)}true`],
  ['it is too long', `true${' '.repeat(1_000_000)}`],
  ['its pattern may take exponential time', 'resource.name.matches("(a+)+$")'],
  ['it repeats itself for each element of a list', '[1, 2].all(x, [1, 2].all(y, true))'],
  ['it asks for what is not known', 'resource.name == "a" && resource.type == "b"'],
  ['it is no answer', 'resource.name'],
  ['it is no expression', 'resource.name =='],
])('a condition is not read when %s', (_, expression) => {
  expect(holdsCondition(expression, { 'resource.name': 'a' })).toBeNull()
})

test('a condition attribute decides only where its value matters', () => {
  const holds = (expression: string) => holdsCondition(expression, { 'resource.name': 'a' })
  expect(holds('resource.name == "a" || resource.type == "b"')).toBe(true)
  expect(holds('resource.name == "b" && resource.type == "b"')).toBe(false)
  expect(holds(`${'('.repeat(40)}true${')'.repeat(40)}`)).toBe(true)
})
