import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Db, OpenedDatabase } from './db/open.ts'
import type { Extensions } from './extension-points/extensions.ts'
import type { Clock } from './integrations/clock.ts'
import type { CloudConsole, CloudDriver } from './integrations/clouds/driver.ts'
import type { FileStore } from './integrations/files.ts'
import type { Mailer } from './integrations/mail.ts'
import type { Payments } from './integrations/payments.ts'
import type { Webhook } from './integrations/webhooks/webhook.ts'
import type { WebhookSender } from './integrations/webhooks/webhook-sender.ts'
import type { Queue } from './jobs/queue.ts'
import type { ExamCertificates, ExamEnvironments, IssuedCertificates, OrderNumbers, Tenants } from './ports/ports.ts'
import type { Secrets } from './secrets.ts'
import type { Telemetry } from './telemetry.ts'

/** Dependencies of the features. Functions declare the ones they need: `Pick<Deps, 'db' | 'clock'>`. */
export interface Deps {
  config: Config
  db: Db
  /** Subscribes to notifications of other processes, by channel. */
  listen: OpenedDatabase['listen']
  locks: OpenedDatabase['locks']
  ping: OpenedDatabase['ping']
  clock: Clock
  log: FastifyBaseLogger
  secrets: Secrets
  files: FileStore
  mailer: Mailer
  payments: Payments
  /** Receiver of alarms; null if none is configured. */
  alarmWebhook: Webhook | null
  webhookSender: WebhookSender
  queue: Queue
  /** Traces and metrics for a collector; null if none is configured. */
  telemetry: Telemetry | null
  clouds: CloudDriver
  /** Access to a cloud's console with the credentials of a lab. */
  cloudConsole: CloudConsole
  extensions: Extensions
  issuedCertificates: IssuedCertificates
  examCertificates: ExamCertificates
  orderNumbers: OrderNumbers
  tenants: Tenants
  examEnvironments: ExamEnvironments
}
