import { expect, test } from 'vitest'
import { countTests } from './test-summary.ts'

test('reads the closing lines of vitest, coloured or not, and no others', () => {
  const output =
    ' ✓ says 3 failed once\n Test Files  1 failed | 4 passed (5)\n      Tests  1 failed | 65 passed | 1 skipped (67)\n'
  expect(countTests(output)).toEqual({ passed: 65, failed: 1 })
  expect(countTests('\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m15 passed\u001b[39m\u001b[22m (15)\n')).toEqual(
    {
      passed: 15,
      failed: 0,
    },
  )
})

test('reads the closing lines of Playwright, where flaky and unrun tests have failed', () => {
  expect(
    countTests(
      'Running 9 tests\n\n  1 failed\n    a.spec.ts:3:1 › x\n  2 flaky\n  3 did not run\n  12 passed (3.4s)\n',
    ),
  ).toEqual({
    passed: 12,
    failed: 6,
  })
})

test('nothing printed is nothing passed', () => {
  expect(countTests('')).toEqual({ passed: 0, failed: 0 })
})
