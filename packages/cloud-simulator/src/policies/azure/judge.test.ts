import { expect, test } from 'vitest'
import { azureCases } from '../../../test/policies/azure.ts'
import { judgeAzure } from './judge.ts'

test.each(azureCases)('%s: %s', (_topic, _says, request, answer) => {
  const { allowed, reason } = judgeAzure(request)
  expect({ allowed, reason }).toEqual(
    answer === true ? { allowed: true, reason: '' } : { allowed: false, reason: expect.stringContaining(answer) },
  )
})
