/** Worker whose only job ends the whole process, like a crash in native code. */
import { openPostgresDatabase } from '../../src/db/postgres/postgres.ts'
import { createQueue } from '../../src/jobs/queue.ts'

const opened = openPostgresDatabase(process.argv[2] ?? '')
const queue = createQueue({ opened, log: console })
queue.register({
  name: 'test.deadly',
  retryLimit: 1,
  retryDelay: 1,
  async handle() {
    process.kill(process.pid, 'SIGKILL')
  },
})
await queue.start('worker')
