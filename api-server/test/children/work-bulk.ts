/**
 * Worker of one bulk job that is killed in the middle of a chunk: `url job chunks`. Prints each chunk when it starts.
 */

import { runBulk } from '../../src/areas/operations/bulk/jobs.ts'
import { parseConfig } from '../../src/config.ts'
import { openPostgresDatabase } from '../../src/db/postgres/postgres.ts'
import { systemClock } from '../../src/integrations/clock.ts'
import { createSimulatedClouds } from '../../src/integrations/clouds/simulated.ts'
import { extensions } from '../../src/registry/extensions.ts'
import { ports } from '../../src/registry/ports.ts'

const [url = '', id = '', stop = '0'] = process.argv.slice(2)
const opened = openPostgresDatabase(url)
const transaction = opened.db.transaction.bind(opened.db)
let chunks = 0
opened.db.transaction = (work, config) =>
  transaction(async (tx) => {
    chunks += 1
    process.stdout.write(`${chunks}\n`)
    const answer = await work(tx)
    // All rows of the chunk are written, but not committed.
    if (chunks === Number(stop)) process.kill(process.pid, 'SIGKILL')
    return answer
  }, config)
const queue = { send: async () => 'nobody listens' } as never
const config = {
  ...parseConfig({ DEMO: '1' }),
  secretKey: 'a secret key of the tests, long enough',
  demoPassword: undefined,
}
const log = { info() {}, warn: console.warn, error: console.error } as never
await runBulk(
  {
    db: opened.db,
    clock: systemClock,
    clouds: createSimulatedClouds(opened.db),
    config,
    queue,
    log,
    extensions,
    ...ports,
  },
  id,
)
await opened.close()
