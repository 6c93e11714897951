import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { lockAccountNoKey } from '../../platform/auth/index.ts'
import { openAttempt } from './attempts/can-schedule.ts'
import { readyMail, reminderMail, resultMail } from './mails.ts'
import { listReady, listReminders, listResults } from './notice-queries.ts'
import { listDueAttempts, listWithDueSteps } from './sitting/queries.ts'
import { runDueSteps } from './sitting/steps.ts'
import { type AddressJob, makeAddressChange } from './support/admitted-address.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'clouds' | 'log' | 'config' | 'secrets' | 'examCertificates'>

export const examAttemptJobs = (deps: NeededDeps): Job<never>[] => [
  {
    name: 'exam-room.admit',
    expireInSeconds: 360,
    concurrency: 8,
    handle: (data: AddressJob, { signal }) => makeAddressChange(deps, data, signal),
  } satisfies Job<AddressJob>,
  {
    name: 'exam-room.tend',
    expireInSeconds: 120,
    isDue: async () => (await listWithDueSteps(deps.db)).length > 0,
    handle: () => runDueSteps(deps),
  },
  {
    name: 'exam-room.open',
    isDue: async () => (await listDueAttempts(deps.db)).length > 0,
    handle: () => openDueAttempts(deps),
  },
  {
    name: 'exam-room.tell',
    handle: () => mailCandidates(deps),
  },
]

/** Creates the next attempts after a cooldown. Safe to retry: existing attempts are skipped. */
async function openDueAttempts({ db }: NeededDeps): Promise<void> {
  for (const { user_id, exam_id } of await listDueAttempts(db))
    await db.transaction(async (tx) => {
      await lockAccountNoKey(tx, user_id)
      await openAttempt(tx, user_id, exam_id)
    })
}

/** Mails candidates: reminders a day and an hour before, environment ready, and results. Safe to retry: dedupe keys prevent duplicates. */
async function mailCandidates({ db, config }: NeededDeps): Promise<void> {
  const { publicUrl } = config
  const mails = [
    ...(await listReminders(db, 24)).map((one) => reminderMail(one, publicUrl)),
    ...(await listReminders(db, 1)).map((one) => reminderMail(one, publicUrl)),
    ...(await listReady(db)).map((one) => readyMail(one, publicUrl)),
    ...(await listResults(db)).map((one) => resultMail(one, publicUrl)),
  ]
  for (const mail of mails) await queueMail(db, await prepareMail(mail))
}
