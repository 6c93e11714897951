import { expect, test } from 'vitest'
import { countContents, excessOf } from './contents.ts'

const resources = (type: string, count: number) => Array.from({ length: count }, (_, n) => ({ type, name: `${n}` }))
const prices = new Map([['aws_instance', 100_000]])

test('a type without a price is counted, and its cost is not guessed', () => {
  const counted = countContents([...resources('aws_instance', 3), ...resources('aws_odd', 2)], prices)
  expect(counted).toEqual({
    resources: 5,
    hourly_micros: 300_000,
    types: [
      { type: 'aws_instance', count: 3, hourly_micros: 300_000 },
      { type: 'aws_odd', count: 2, hourly_micros: null },
    ],
  })
})

test('reaching a limit is allowed, exceeding it is not, and no limit is exceeded by nothing', () => {
  const counted = countContents(resources('aws_instance', 3), prices)
  expect(excessOf(counted, { max_resources: 3, max_hourly_cost: 300_000 })).toEqual([])
  expect(excessOf(counted, { max_resources: 2, max_hourly_cost: 299_999 })).toEqual(['resources', 'cost'])
  expect(excessOf(counted, { max_resources: null, max_hourly_cost: null })).toEqual([])
})
