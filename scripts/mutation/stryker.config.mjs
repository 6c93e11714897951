/**
 * Mutation test of eighteen rule files: Stryker changes one expression at a time and counts the changes that the tests next to the files notice.
 * The seed selects the lines, so that two runs of the same files compare. Stryker is not a dependency, because only this needs it. It changes
 * the files in place, so use a separate worktree:
 *
 *     cd api-server
 *     npx pnpm@12.21.0 add -D @stryker-mutator/core@10.1.1 @stryker-mutator/vitest-runner@10.1.1
 *     npx pnpm@12.21.0 exec stryker run ../scripts/mutation/stryker.config.mjs
 */
import { readFileSync } from 'node:fs'

const SEED = 20_261_129
const WINDOW = 6
const SHARE = 0.3

export const files = [
  'src/areas/training/exam-attempts/attempts/exam-clock.ts',
  'src/areas/clouds/deployments/queue/capacity.ts',
  'src/areas/clouds/deployments/transitions.ts',
  'src/areas/clouds/deployments/queue/estimate.ts',
  'src/areas/clouds/cloud-accounts/transitions.ts',
  'src/areas/commerce/orders/pricing/pricing.ts',
  'src/areas/commerce/orders/pricing/tax.ts',
  'src/areas/commerce/orders/transitions.ts',
  'src/areas/commerce/accounting/month.ts',
  'src/areas/commerce/vouchers/code.ts',
  'src/areas/catalogue/progress/watch-time.ts',
  'src/areas/training/insight/fold.ts',
  'src/areas/support/users/allowed.ts',
  'src/areas/operations/alarms/roster.ts',
  'src/areas/authoring/content/courses/save-course.ts',
  'src/http/calls/list-query.ts',
  'src/http/deliverable.ts',
  'src/identity/access-token.ts',
]

/** Mulberry32. */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const mutate = files.flatMap((file, index) => {
  // One sequence per file, so that a longer file does not change the selection in the others.
  const random = createRandom(SEED + index)
  const lines = readFileSync(file, 'utf8').split('\n').length
  const windows = Array.from({ length: Math.ceil(lines / WINDOW) }, (_, at) => at * WINDOW + 1)
  return windows.filter(() => random() < SHARE).map((from) => `${file}:${from}-${Math.min(lines, from + WINDOW - 1)}`)
})

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'mutation.config.ts' },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  inPlace: true,
  disableTypeChecks: false,
  concurrency: 2,
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 40,
  mutate,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: false },
  jsonReporter: { fileName: '../.cache/mutation.json' },
}
