import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './paths.ts'
import { readReport } from './test-summary.ts'

const folder = mkdtempSync(join(tmpdir(), 'flagyard-report-'))
const reportOf = (content: object) => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return readReport(file)
}

test('a report of vitest says how many passed, which failed, and why', () => {
  const testResults = [
    {
      name: join(root, 'a.test.ts'),
      status: 'failed',
      assertionResults: [
        { fullName: 'sums', status: 'failed', failureMessages: ['Error: 3 is not 4\n\n  at a.test.ts:3'] },
        { fullName: 'adds', status: 'passed', duration: 1_234, failureMessages: [] },
        { fullName: 'waits', status: 'skipped', failureMessages: [] },
      ],
    },
    { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
  ]
  expect(reportOf({ numTotalTests: 67, numPassedTests: 65, numFailedTests: 1, testResults })).toEqual({
    passed: 65,
    failed: 1,
    failures: [
      `- ${root}/a.test.ts: sums\n    Error: 3 is not 4\n      at a.test.ts:3`,
      '- b.test.ts\n    no such module',
    ],
    slowest: ['   1.2 s  a.test.ts: adds', '   0.0 s  a.test.ts: sums', '   0.0 s  a.test.ts: waits'],
  })
})

test('of Playwright’s, flaky tests and errors outside of tests have failed', () => {
  const stats = { expected: 12, unexpected: 1, flaky: 2, skipped: 3 }
  const errors = [{ message: '\u001b[31mTimeout\u001b[39m', location: { line: 77 } }]
  const specs = [
    {
      title: 'pays',
      file: 'money.spec.ts',
      tests: [{ projectName: 'pg', status: 'unexpected', results: [{ errors }] }],
    },
    { title: 'signs in', file: 'a.spec.ts', tests: [{ projectName: 'pg', status: 'expected', results: [] }] },
  ]
  expect(reportOf({ stats, errors: [{ message: 'no browser' }], suites: [{ suites: [{ specs }] }] })).toEqual({
    passed: 12,
    failed: 4,
    failures: ['- Outside of the tests\n    no browser', '- [pg] money.spec.ts: pays (line 77)\n    Timeout'],
    slowest: [],
  })
})

test('without a report nothing is counted', () => {
  expect(readReport(join(folder, 'never-written.json'))).toBeNull()
})
