/** `npm run bench` after installation: builds what has changed, then runs all benchmarks one after the other. */
import { spawnSync } from 'node:child_process'
import { root } from './paths.ts'

for (const script of [
  'scripts/build.ts',
  'api-server/bench/main.ts',
  'api-server/bench/lists.ts',
  'api-server/bench/operations.ts',
  'api-server/bench/streams.ts',
  'api-server/bench/pool.ts',
  'api-server/bench/shells.ts',
  'packages/cloud-simulator/bench/lines.ts',
  'api-server/bench/lighthouse.ts',
]) {
  const { status } = spawnSync(process.execPath, [script], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
