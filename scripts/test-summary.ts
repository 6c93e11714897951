import { stripVTControlCharacters } from 'node:util'

export interface Counts {
  passed: number
  failed: number
}

/** A step without tests of its own counts as one. */
export const countUnits = (ok: boolean): Counts => (ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/**
 * Reads the closing lines of vitest (`Tests  1 failed | 34 passed | 1 skipped (36)`) and of Playwright, which gives each number a line of
 * its own (`  12 passed (3.4s)`). Tests that passed at a second try only (`flaky`) have failed.
 */
export function countTests(output: string): Counts {
  const closing = stripVTControlCharacters(output)
    .split('\n')
    .filter(
      (line) =>
        /^\s*Tests\s+\d/.test(line) || /^\s+\d+ (passed|failed|flaky|interrupted|did not run)( \(.*\))?$/.test(line),
    )
    .join('\n')
  const sum = (words: string) =>
    [...closing.matchAll(new RegExp(`(\\d+) (?:${words})\\b`, 'g'))].reduce(
      (total, match) => total + Number(match[1]),
      0,
    )
  return { passed: sum('passed'), failed: sum('failed|flaky|interrupted|did not run') }
}
