import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readReport } from './test-summary.ts'

const folder = mkdtempSync(join(tmpdir(), 'flagyard-report-'))
const reportOf = (content: object) => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return readReport(file)
}

test('a report of vitest says how many passed and failed', () => {
  expect(reportOf({ numTotalTests: 67, numPassedTests: 65, numFailedTests: 1 })).toEqual({ passed: 65, failed: 1 })
})

test('of Playwright’s, flaky tests and errors outside of tests have failed', () => {
  const stats = { expected: 12, unexpected: 1, flaky: 2, skipped: 3 }
  expect(reportOf({ stats, errors: [{ message: 'no browser' }] })).toEqual({ passed: 12, failed: 4 })
})

test('without a report nothing is counted', () => {
  expect(readReport(join(folder, 'never-written.json'))).toBeNull()
})
