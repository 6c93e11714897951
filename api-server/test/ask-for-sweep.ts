import { PgBoss } from 'pg-boss'

/** Beside a running server: has one of its workers do a sweep within a few seconds, and not when its time comes. One that waits or runs is not asked for again. */
export async function askForSweep(database: string, name: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: database,
    schema: 'jobs',
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  try {
    await boss.send(name, {})
  } finally {
    await boss.stop({ graceful: false })
  }
}
