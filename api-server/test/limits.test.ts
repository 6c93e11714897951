import { readFileSync } from 'node:fs'
import { operations } from '@flagyard/api-types'
import type { Operation } from '@flagyard/api-types/contract/operation'
import { expect, test } from 'vitest'
import { rateClasses } from '../src/limits/rate-classes.ts'

const documented = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8')
const lines = documented.split('\n').map((line) => line.replace(/ +/g, ' '))

test('the documented rates are those that the server enforces', () => {
  const rows = Object.entries(rateClasses).map(
    ([name, limit]) => `| ${name} | ${limit.byAccount} | ${limit.byAddress} | ${limit.seconds} s |`,
  )
  expect(lines).toEqual(expect.arrayContaining(rows))
})

test('the documented calls of each rate class are those of the contract', () => {
  const all = Object.entries<Operation>(operations)
  for (const name of Object.keys(rateClasses)) {
    const calls = all.filter(([, row]) => row.rate === name).map(([call]) => call)
    expect(lines).toContain(`| ${name} | ${calls.toSorted().join(', ')} |`)
  }
})
