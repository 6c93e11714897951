import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './paths.ts'

export interface Report {
  passed: number
  failed: number
  /** Each failed test or file with the beginning of its first error. */
  failures: string[]
  /** The slowest tests with their seconds, the slowest first. Journeys are not listed. */
  slowest: string[]
}

/** Reads a runner's JSON report, or returns null without one. Tests that passed only on a retry (`flaky`) count as failed. */
export function readReport(file: string): Report | null {
  if (!existsSync(file)) return null
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | PlaywrightReport
  if ('stats' in report) {
    const { expected, unexpected, flaky } = report.stats
    const failures = [...report.errors.map((error) => failure('Outside of the tests', error)), ...journeysOf(report)]
    return { passed: expected, failed: unexpected + flaky + report.errors.length, failures, slowest: [] }
  }
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    // A hook or an import can fail without any test of the file.
    if (status === 'failed' && tests.length === 0) return [failure(name, { message })]
    return tests.map(({ fullName, failureMessages: [message] }) => failure(`${name}: ${fullName}`, { message }))
  })
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures, slowest: slowestOf(report) }
}

const LINES = 6
const SLOWEST = 20

const slowestOf = ({ testResults }: VitestReport) =>
  testResults
    .flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration = 0 }) => ({
        name: `${relative(root, name)}: ${fullName}`,
        duration,
      })),
    )
    .sort((a, b) => b.duration - a.duration)
    .slice(0, SLOWEST)
    .map(({ name, duration }) => `${(duration / 1_000).toFixed(1).padStart(6)} s  ${name}`)

function failure(name: string, { message = '', location }: PlaywrightError): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
    .map((line) => `    ${line.slice(0, 300)}`)
  return [`- ${name}${location ? ` (line ${location.line})` : ''}`, ...lines].join('\n')
}

const journeysOf = ({ suites = [], specs = [] }: PlaywrightSuite): string[] => [
  ...suites.flatMap(journeysOf),
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        failure(`[${projectName}] ${file}: ${title}`, results.flatMap(({ errors }) => errors)[0] ?? {}),
      ),
  ),
]

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { fullName: string; status: string; duration?: number; failureMessages: string[] }[]
  }[]
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number }
  /** Errors outside of any test. */
  errors: PlaywrightError[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    file: string
    tests: { projectName: string; status: string; results: { errors: PlaywrightError[] }[] }[]
  }[]
}

interface PlaywrightError {
  message?: string | undefined
  location?: { line: number }
}
