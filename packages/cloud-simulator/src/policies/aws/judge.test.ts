import { expect, test } from 'vitest'
import { conditionCases } from '../../../test/policies/aws-conditions.ts'
import { elementCases } from '../../../test/policies/aws-elements.ts'
import { evaluationCases } from '../../../test/policies/aws-evaluation.ts'
import { judgeAws } from './judge.ts'

test.each([...evaluationCases, ...elementCases, ...conditionCases])('%s: %s', (_topic, _says, request, answer) => {
  expect(judgeAws(request)).toEqual(
    answer === true ? { allowed: true, reason: '' } : { allowed: false, reason: answer },
  )
})
