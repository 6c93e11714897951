import { expect, test } from 'vitest'
import { conditionCases } from '../cases/aws-conditions.ts'
import { elementCases } from '../cases/aws-elements.ts'
import { evaluationCases } from '../cases/aws-evaluation.ts'
import { judgeAws } from './judge.ts'

test.each([...evaluationCases, ...elementCases, ...conditionCases])('%s: %s', (_topic, _says, request, answer) => {
  expect(judgeAws(request)).toEqual(
    answer === true ? { allowed: true, reason: '' } : { allowed: false, reason: answer },
  )
})
