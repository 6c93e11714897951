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

test('reads the counts, the 20 slowest tests and all over ten seconds from a vitest report', () => {
  const testsOf = (count: number, duration: number) =>
    Array.from({ length: count }, () => ({ fullName: `takes ${duration}`, duration }))
  const testResults = [
    { name: join(root, 'a.test.ts'), assertionResults: [{ fullName: 'is skipped' }, ...testsOf(30, 1_234)] },
    { name: join(root, 'b.test.ts'), assertionResults: testsOf(2, 12_000) },
  ]
  const report = reportOf({ numPassedTests: 65, numFailedTests: 1, testResults })
  expect(report).toMatchObject({ passed: 65, failed: 1 })
  expect(report?.slowest).toHaveLength(20)
  expect([report?.slowest[0], report?.slowest[2]]).toEqual([
    '  12.0 s, more than 10 s  b.test.ts: takes 12000',
    '   1.2 s  a.test.ts: takes 1234',
  ])
  const slow = {
    numPassedTests: 25,
    numFailedTests: 0,
    testResults: [{ name: 'c', assertionResults: testsOf(25, 10_001) }],
  }
  expect(reportOf(slow)?.slowest).toHaveLength(25)
})

test('counts flaky tests and errors outside of tests in a Playwright report as failed', () => {
  const stats = { expected: 12, unexpected: 1, flaky: 2, skipped: 3 }
  expect(reportOf({ stats, errors: [{ message: 'no browser' }] })).toEqual({ passed: 12, failed: 4, slowest: [] })
})

test('counts nothing without a report', () => {
  expect(readReport(join(folder, 'never-written.json'))).toBeNull()
})
