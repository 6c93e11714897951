import { enforceRetention } from '../areas/support/privacy/duties-queries.ts'
import { privacyRetention } from '../areas/support/privacy/jobs.ts'
import type { Retention } from '../db/retention.ts'
import * as schema from '../db/schema/index.ts'
import type { RetentionRule } from '../extension-points/extensions.ts'
import { DEAD_LETTER_DAYS, FINISHED_DAYS } from '../jobs/queue.ts'

/** The queue deletes its own jobs, which contain only ids of rows. */
const jobRetention: readonly RetentionRule[] = [
  {
    name: 'jobs',
    what: 'Completed background jobs',
    days: FINISHED_DAYS,
    since: 'after completion',
    why: 'To review the system’s activity. They contain ids, no names.',
    tables: [],
  },
  {
    name: 'dead-letters',
    what: 'Background jobs that failed permanently',
    days: DEAD_LETTER_DAYS,
    since: 'after the last attempt',
    why: 'So that we can look into them.',
    tables: [],
  },
]

/** Rules of all features. Rules of equal length are shown in this order. */
const rules: readonly (Retention | RetentionRule)[] = [
  ...schema.authRetention,
  ...schema.progressRetention,
  ...schema.noteRetention,
  ...schema.legalRetention,
  ...schema.labRetention,
  ...schema.deploymentRetention,
  ...schema.shellRetention,
  ...schema.flagRetention,
  ...schema.freezeRetention,
  ...schema.examRetention,
  ...schema.entitlementRetention,
  ...schema.betaTesterRetention,
  ...schema.orderRetention,
  ...schema.bookRetention,
  ...schema.voucherRetention,
  ...schema.organisationRetention,
  ...schema.bannerRetention,
  ...schema.certificateRetention,
  ...schema.feedbackRetention,
  ...schema.lessonReportRetention,
  ...schema.mailRetention,
  ...privacyRetention,
  ...schema.requestRetention,
  ...schema.auditRetention,
  ...schema.bulkRetention,
  ...schema.alarmRetention,
  ...schema.webhookRetention,
  ...schema.cloudAccountRetention,
  ...schema.canaryRetention,
  ...schema.attemptRetention,
  ...schema.idempotencyRetention,
  ...schema.processRetention,
  ...schema.backupRetention,
  ...jobRetention,
]

export const retention: readonly RetentionRule[] = rules.map(enforceRetention)
