import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './paths.ts'

export interface Report {
  passed: number
  failed: number
  /** The 20 slowest tests of a vitest run, and all that take more than ten seconds. */
  slowest: string[]
}

/** Reads the JSON report of vitest or Playwright; null if there is none. Journeys that only passed on a retry count as failed. */
export function readReport(file: string): Report | null {
  if (!existsSync(file)) return null
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | PlaywrightReport
  if ('testResults' in report)
    return { passed: report.numPassedTests, failed: report.numFailedTests, slowest: slowestOf(report) }
  const { expected, unexpected, flaky } = report.stats
  return { passed: expected, failed: unexpected + flaky + report.errors.length, slowest: [] }
}

const slowestOf = ({ testResults }: VitestReport) =>
  testResults
    .flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration = 0 }) => ({
        name: `${relative(root, name)}: ${fullName}`,
        duration,
      })),
    )
    .sort((a, b) => b.duration - a.duration)
    .filter(({ duration }, at) => at < 20 || duration > 10_000)
    .map(({ name, duration }) => {
      const seconds = `${(duration / 1_000).toFixed(1).padStart(6)} s`
      return `${seconds}${duration > 10_000 ? ', more than 10 s' : ''}  ${name}`
    })

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; assertionResults: { fullName: string; duration?: number }[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  /** Errors outside any test. */
  errors: unknown[]
}
