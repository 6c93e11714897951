import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { OpenedDatabase } from './db/open.ts'
import type { Deps } from './deps.ts'
import { systemClock } from './integrations/clock.ts'
import { openFileStore } from './integrations/files.ts'
import { createSecrets } from './integrations/secrets.ts'

/** Builds everything the features need from the configuration and an opened database. */
export async function buildDeps(config: Config, opened: OpenedDatabase, log: FastifyBaseLogger): Promise<Deps> {
  return {
    config,
    db: opened.db,
    listen: opened.listen,
    ping: opened.ping,
    clock: systemClock,
    log,
    secrets: createSecrets(config.secretKey),
    files: openFileStore(config.dataDir),
  }
}
