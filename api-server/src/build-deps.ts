import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { OpenedDatabase } from './db/open.ts'
import type { Deps } from './deps.ts'
import { systemClock } from './integrations/clock.ts'
import { withCallTimeouts } from './integrations/clouds/driver.ts'
import { openRealClouds } from './integrations/clouds/open-real-clouds.ts'
import { createSimulatedClouds } from './integrations/clouds/simulated.ts'
import { createMailer } from './integrations/mail.ts'
import { openFiles } from './integrations/open-files.ts'
import { openPayments } from './integrations/open-payments.ts'
import { createWebhook } from './integrations/webhooks/webhook.ts'
import { createWebhookSender } from './integrations/webhooks/webhook-sender.ts'
import { createQueue } from './jobs/queue.ts'
import { extensions } from './registry/extensions.ts'
import { listJobs } from './registry/jobs.ts'
import { ports } from './registry/ports.ts'
import { createSecrets } from './secrets.ts'
import { createSimulatedConsole } from './simulated-console/look.ts'
import type { Telemetry } from './telemetry.ts'

/** Builds the dependencies of the features from the configuration and an opened database. Does not start the queue. */
export async function buildDeps(
  config: Config,
  opened: OpenedDatabase,
  log: FastifyBaseLogger,
  telemetry: Telemetry | null = null,
): Promise<Deps> {
  const queue = createQueue({ opened, log })
  const secrets = createSecrets(config.secretKey)
  const deps: Deps = {
    config,
    db: opened.db,
    listen: opened.listen,
    locks: opened.locks,
    ping: opened.ping,
    clock: systemClock,
    log,
    secrets,
    files: await openFiles(config),
    mailer: createMailer(config),
    payments: await openPayments(config),
    alarmWebhook: createWebhook(config),
    webhookSender: createWebhookSender(),
    queue,
    telemetry,
    ...(await openClouds(config, { db: opened.db, secrets, log })),
    extensions,
    ...ports,
  }
  for (const job of listJobs(deps)) queue.register(job)
  return deps
}

async function openClouds(
  config: Config,
  { db, secrets, log }: Pick<Deps, 'db' | 'secrets' | 'log'>,
): Promise<Pick<Deps, 'clouds' | 'cloudConsole'>> {
  if (config.labDriver === 'terraform') {
    const { clouds, cloudConsole } = await openRealClouds(config, { db, secrets, log })
    return { clouds: withCallTimeouts(clouds), cloudConsole }
  }
  const clouds = createSimulatedClouds(db, { publicUrl: config.publicUrl, paceMs: config.simulatedPaceMs })
  return { clouds: withCallTimeouts(clouds), cloudConsole: createSimulatedConsole({ db, secrets, clock: systemClock }) }
}
