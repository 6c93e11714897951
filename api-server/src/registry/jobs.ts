import { contentJobs } from '../areas/authoring/content/jobs.ts'
import { uploadJobs } from '../areas/authoring/uploads/jobs.ts'
import { renewalJobs } from '../areas/certification/certificates/renewals/service.ts'
import { cloudAccountJobs } from '../areas/clouds/cloud-accounts/jobs.ts'
import { deploymentJobs } from '../areas/clouds/deployments/jobs.ts'
import { orderJobs } from '../areas/commerce/orders/jobs.ts'
import { voucherJobs } from '../areas/commerce/vouchers/jobs.ts'
import { alarmJobs } from '../areas/operations/alarms/jobs.ts'
import { bulkJobs } from '../areas/operations/bulk/jobs.ts'
import { dashboardJobs } from '../areas/operations/dashboard/jobs.ts'
import { backupJobs } from '../areas/operations/system/backups/jobs.ts'
import { authJobs } from '../areas/platform/auth/second-factor/removal.ts'
import { webhookJobs } from '../areas/platform/webhooks/jobs.ts'
import { privacyJobs } from '../areas/support/privacy/jobs.ts'
import { canaryJobs } from '../areas/training/canaries/jobs.ts'
import { examAttemptJobs } from '../areas/training/exam-attempts/jobs.ts'
import { insightJobs } from '../areas/training/insight/fold.ts'
import { shellJobs } from '../areas/training/shell/jobs.ts'
import type { Deps } from '../deps.ts'
import { type Job, type JobFacts, secondsOf } from '../jobs/job.ts'
import { mailJobs } from '../mail/jobs.ts'

/**
 * All background jobs. A job without `every` is enqueued when needed. Any run may be repeated, may overlap with one whose process was considered
 * dead, and may be stopped midway: `replay` describes a second run.
 */
export const jobs: Record<string, JobFacts> = {
  'mail.send': {
    owner: 'mail',
    every: '5 s',
    does: 'sends due mails',
    replay:
      'a mail is claimed before it is sent; one whose process died is sent again after ten minutes with the same Message-ID',
  },
  'alarms.watch': {
    owner: 'alarms',
    every: '1 min',
    does: 'opens and ends alarms',
    replay: 'open alarms stay as they are, and no one is notified twice',
  },
  'alarms.look': {
    owner: 'alarms',
    does: 'opens and ends alarms immediately, after an event that may raise one',
    replay: 'open alarms stay as they are, and no one is notified twice',
  },
  'alarms.deliver': {
    owner: 'alarms',
    every: '5 s',
    does: 'sends alarms to the team’s webhook',
    replay:
      'a delivery is claimed before it is sent; one whose process died is sent again after two minutes with the same id',
  },
  'system.back-up': {
    owner: 'system',
    every: '1 min',
    does: 'makes the scheduled backup, and removes old ones',
    replay: 'makes another backup under another name; the interrupted one counts as failed',
  },
  'system.drill': {
    owner: 'system',
    every: '1 min',
    does: 'restores the latest backup into a scratch database each night, and compares it',
    replay: 'drops the scratch database of the interrupted drill, and begins again',
  },
  'bulk.run': {
    owner: 'bulk',
    does: 'applies a bulk job to its rows, in chunks',
    replay: 'continues after the last committed chunk, and takes over from a run that is still alive',
  },
  'bulk.sweep': {
    owner: 'bulk',
    every: '1 min',
    does: 'queues bulk jobs whose run was lost',
    replay: 'a finished job is ignored',
  },
  'dashboard.count': {
    owner: 'dashboard',
    every: '1 min',
    does: 'counts the figures of past days',
    replay: 'produces the same counts',
  },
  'privacy.export': {
    owner: 'privacy',
    does: 'creates the archive of a person’s data and mails its link',
    replay: 'the request is done, so no mail is sent',
  },
  'privacy.erase-address': {
    owner: 'privacy',
    does: 'erases the data about an address',
    replay: 'finds nothing to erase',
  },
  'privacy.sweep': {
    owner: 'privacy',
    every: '10 min',
    does: 'fails stuck archives, reminds of deletions, deletes accounts that are due',
    replay: 'each account is done once, in one transaction',
  },
  'privacy.prune': {
    owner: 'privacy',
    every: '1 h',
    does: 'deletes data past its retention',
    replay: 'deleted rows are not found again',
  },
  'revisions.publish': {
    owner: 'content',
    does: 'publishes a scheduled draft',
    replay: 'a published item has no draft, and a rescheduled one is not due',
  },
  'revisions.sweep': {
    owner: 'content',
    every: '1 min',
    does: 'publishes scheduled drafts whose job was lost',
    replay: 'a published item has no draft, and a rescheduled one is not due',
  },
  'content.check_archive': {
    owner: 'content',
    does: 'compares an archive with the catalogue',
    replay: 'a report that exists stays',
  },
  'content.import_archive': {
    owner: 'content',
    does: 'imports an archive',
    replay: 'the import is marked as done in its own transaction',
  },
  'content.sweep': {
    owner: 'content',
    every: '1 h',
    does: 'removes the folders of unpacked archives',
    replay: 'removes what is left',
  },
  'uploads.finish': {
    owner: 'uploads',
    does: 'checks a complete upload and stores it under its checksum',
    replay: 'finds the same bytes under the same name',
  },
  'uploads.sweep': {
    owner: 'uploads',
    every: '1 h',
    does: 'deletes files that nothing uses',
    replay: 'deleted files are not found again',
  },
  'orders.expire': {
    owner: 'orders',
    every: '1 min',
    does: 'cancels unpaid orders',
    replay: 'skips what was cancelled or paid meanwhile',
  },
  'orders.apply_events': {
    owner: 'orders',
    every: '1 min',
    does: 'applies payment events that came before their order',
    replay: 'skips events that were applied',
  },
  'orders.read_missed_events': {
    owner: 'orders',
    every: '1 min',
    does: 'after a restore, reads the payment events since the backup; until then, no refund is requested',
    replay: 'skips events that were applied',
  },
  'orders.remind': {
    owner: 'orders',
    every: '10 min',
    does: 'reminds of transfers',
    replay: 'each reminder has a dedupe key',
  },
  'orders.mail_documents': {
    owner: 'orders',
    does: 'mails invoices to the address of an organisation',
    replay: 'each mail has a dedupe key',
  },
  'orders.refund': {
    owner: 'orders',
    does: 'asks the provider for a refund',
    replay: 'each attempt has an idempotency key, so the refund is paid once',
  },
  'orders.refunds': {
    owner: 'orders',
    every: '5 min',
    does: 'queues refunds whose job was lost',
    replay: 'skips what the provider accepted',
  },
  'orders.tell_of_refunds': {
    owner: 'orders',
    every: '30 s',
    does: 'writes the mails of refunds',
    replay: 'the refund is marked, and each mail has a dedupe key',
  },
  'orders.tell_of_disputes': {
    owner: 'orders',
    every: '30 s',
    does: 'writes the mails of disputes',
    replay: 'the dispute is marked, and each mail has a dedupe key',
  },
  'orders.read_payout': {
    owner: 'orders',
    does: 'reads the lines of a payout and matches them with orders',
    replay: 'begins at the first page, and skips lines that exist',
  },
  'orders.read_payouts': {
    owner: 'orders',
    every: '1 h',
    does: 'queues payouts that were not read',
    replay: 'skips what was read',
  },
  'certificates.remind': {
    owner: 'certificates',
    every: '1 h',
    does: 'reminds holders 60 and 14 days before a certificate expires',
    replay: 'each mail has a dedupe key',
  },
  'vouchers.mail': {
    owner: 'vouchers',
    every: '30 s',
    does: 'writes pending mails of vouchers and of gifts that are due',
    replay: 'a written mail is no longer pending',
  },
  'canaries.tend': {
    owner: 'canaries',
    every: '15 s',
    does: 'advances canary runs and starts due ones',
    replay: 'each step checks its condition in its own statement',
  },
  'canaries.try-exams': {
    owner: 'canaries',
    every: '1 min',
    does: 'solves due exams by their scripts',
    replay: 'an exam that was tried is not due',
  },
  'shell.forget': {
    owner: 'shell',
    every: '20 s',
    does: 'deletes shells and rehearsals that have ended',
    replay: 'deleted rows are not found again',
  },
  'exam-room.admit': {
    owner: 'exam-attempts',
    does: 'allows a candidate’s new address in the environment',
    replay: 'skips a change that was made or replaced',
  },
  'exam-room.tend': {
    owner: 'exam-attempts',
    every: '5 s',
    does: 'performs the due steps of exams: prepare, end, decide',
    replay: 'each step is determined again under the lock of its attempt',
  },
  'exam-room.open': {
    owner: 'exam-attempts',
    every: '1 min',
    does: 'opens the next attempt after a cooldown',
    replay: 'skips attempts that exist',
  },
  'exam-room.tell': {
    owner: 'exam-attempts',
    every: '1 min',
    does: 'writes the mails of exams: reminders, ready, results',
    replay: 'each mail has a dedupe key',
  },
  'insight.fold': {
    owner: 'insight',
    every: '10 min',
    does: 'counts how courses and labs are used',
    replay: 'skips what was counted today',
  },
  'deployments.build': {
    owner: 'deployments',
    does: 'builds a lab in its leased account',
    replay: 'waits for a live worker; after a dead one, reads the built stages or builds the rest',
  },
  'deployments.end': {
    owner: 'deployments',
    does: 'revokes credentials and releases the account',
    replay: 'revoking twice has no further effect, and all steps are one transaction',
  },
  'deployments.sweep': {
    owner: 'deployments',
    every: '10 s',
    does: 'ends labs, warns, and serves the queues',
    replay: 'each step checks its condition in its own statement',
  },
  'deployments.read-inventory': {
    owner: 'deployments',
    does: 'counts what is in the account of a running lab',
    replay: 'a late result is discarded',
  },
  'deployments.read-inventories': {
    owner: 'deployments',
    every: '30 s',
    does: 'queues the readings that are due',
    replay: 'a lab that was read meanwhile is not due',
  },
  'deployments.reconcile': {
    owner: 'deployments',
    every: '1 min',
    does: 'compares accounts, labs and jobs, and repairs what does not match',
    replay: 'what was repaired is not found again',
  },
  'deployments.look-into-account': {
    owner: 'deployments',
    does: 'compares an idle account with its receipt',
    replay: 'an account leased in the meantime is not touched',
  },
  'deployments.mark-flags': {
    owner: 'deployments',
    every: '30 s',
    does: 'recognises flags of labs from before they were marked',
    replay: 'marking twice has no effect',
  },
  'cloud-accounts.clean': {
    owner: 'cloud-accounts',
    does: 'empties an account and proves it, twice',
    replay: 'skips an account whose worker is alive, and repeats the pass of a dead one',
  },
  'cloud-accounts.verify': {
    owner: 'cloud-accounts',
    does: 'checks the credentials of a new account and what is in it',
    replay: 'checks again',
  },
  'cloud-accounts.check': {
    owner: 'cloud-accounts',
    does: 'checks the credentials of an account, and changes nothing in it',
    replay: 'checks again',
  },
  'cloud-accounts.sweep': {
    owner: 'cloud-accounts',
    every: '15 s',
    does: 'queues a job for each account that needs one',
    replay: 'a job for an account with a live worker does nothing',
  },
  'auth.remove_factors': {
    owner: 'auth',
    every: '1 min',
    does: 'removes second factors whose notice is over',
    replay: 'a finished removal is not found again',
  },
  'webhooks.deliver': {
    owner: 'webhooks',
    every: '5 s',
    does: 'sends events to webhook endpoints',
    replay:
      'a delivery is claimed before it is sent; one whose process died is sent again after a minute with the same id',
  },
}

/** The jobs of all features, with the intervals of the table. */
export const listJobs = (deps: Deps): Job<never>[] =>
  [
    ...mailJobs(deps),
    ...alarmJobs(deps),
    ...backupJobs(deps),
    ...bulkJobs(deps),
    ...dashboardJobs(deps),
    ...privacyJobs(deps),
    ...contentJobs(deps),
    ...uploadJobs(deps),
    ...orderJobs(deps),
    ...voucherJobs(deps),
    ...renewalJobs(deps),
    ...canaryJobs(deps),
    ...shellJobs(deps),
    ...examAttemptJobs(deps),
    ...insightJobs(deps),
    ...deploymentJobs(deps),
    ...cloudAccountJobs(deps),
    ...authJobs(deps),
    ...webhookJobs(deps),
  ].map((job) => {
    const facts = jobs[job.name]
    if (!facts) throw new Error(`The job ${job.name} is not in the table of jobs`)
    return facts.every ? { ...job, every: secondsOf(facts.every) } : job
  })
