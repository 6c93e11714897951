import { operations } from '@flagyard/api-types'
import { email } from '@flagyard/api-types/contract/fields'
import type { Operation } from '@flagyard/api-types/contract/operation'
import { schemaOf } from '@flagyard/api-types/contract/schema-of'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { emailPaths } from './deliverable.ts'

/** Bodies that identify accounts by username or address, without a mail to that address. */
const BY_NAME = [
  'changeBetaTesters',
  'createGroupReservation',
  'updateGroupReservation',
  'updateAlarmSettings',
  'moveEntitlement',
]

const asJson = (schema: z.ZodType) =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' }))
const PATTERN = /"pattern":("(?:[^"\\]|\\.)*")/.exec(asJson(email))![1]!

test('every body with an address is checked for deliverability', () => {
  const found = Object.entries(operations as Record<string, Operation>).flatMap(([name, { body }]) => {
    if (!body) return []
    const schema = schemaOf(body)
    const taken = asJson(schema).split(PATTERN).length - 1
    return taken === 0 ? [] : [{ name, taken, known: emailPaths(schema).length }]
  })
  expect(found.length).toBeGreaterThan(15)
  const notAsked = found.filter(({ taken, known }) => taken !== known).map(({ name }) => name)
  expect(notAsked.toSorted()).toEqual(BY_NAME.toSorted())
})
