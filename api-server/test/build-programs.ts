/** Bundles the programs that tests start, if their sources have changed. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { bundleServer, whenChanged } from '../../scripts/build.ts'
import { cache, root } from '../../scripts/paths.ts'
import { builtFolder, programs } from './programs.ts'

mkdirSync(cache, { recursive: true })
// Both workers of the test runner may build at the same time: the second waits for the first.
const lock = new DatabaseSync(join(cache, 'test-programs.lock'), { timeout: 120_000 })
lock.exec('begin exclusive')
const made = Object.keys(programs).map((name) => join(root, 'api-server', builtFolder, `${name}.js`))
await whenChanged('test-programs', ['api-server/src/**/*.{ts,js}', 'api-server/test/**/*.ts'], made, () =>
  bundleServer([...Object.values(programs), 'src/areas/training/shell/line-worker.ts'], builtFolder),
)
lock.close()
