import { expect, test } from 'vitest'
import { gcpCases } from '../cases/gcp.ts'
import { holdsCondition } from './condition.ts'
import { judgeGcp } from './judge.ts'

test.each(gcpCases)('%s: %s', (_topic, _says, request, answer) => {
  const { allowed, reason } = judgeGcp(request)
  expect({ allowed, reason }).toEqual(
    answer === true ? { allowed: true, reason: '' } : { allowed: false, reason: expect.stringContaining(answer) },
  )
})

test('brackets of a condition may stand in each other as deep as anybody writes them, and no deeper', () => {
  const holds = (deep: number) => holdsCondition(`${'('.repeat(deep)}'a' == 'a'${')'.repeat(deep)}`, {})
  expect([holds(1), holds(40), holds(100_000)]).toEqual([true, true, null])
})
