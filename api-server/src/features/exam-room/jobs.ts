import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { prepareMail, queueMail } from '../../mail/outbox.ts'
import { lockAccountNoKey } from '../auth/service.ts'
import { listDueAttempts } from './due-attempt-queries.ts'
import { reminderMail } from './mails.ts'
import { listReminders } from './notice-queries.ts'
import { openAttempt } from './open-attempt.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'clouds' | 'log' | 'config'>

export const examRoomJobs = (deps: NeededDeps): Job<never>[] => [
  {
    name: 'exam-room.open',
    every: 60,
    isDue: async () => (await listDueAttempts(deps.db)).length > 0,
    handle: () => openDueAttempts(deps),
  },
  {
    name: 'exam-room.remind',
    every: 60,
    handle: () => sendReminders(deps),
  },
]

/** Makes the next attempts whose cooldown has ended. Replay: an attempt that is there is not made again. */
async function openDueAttempts({ db }: NeededDeps): Promise<void> {
  for (const { user_id, exam_id } of await listDueAttempts(db))
    await db.transaction(async (tx) => {
      await lockAccountNoKey(tx, user_id)
      await openAttempt(tx, user_id, exam_id)
    })
}

/** Reminds a day and an hour before. Replay: the key of the mail makes it a single one. */
async function sendReminders({ db, config }: NeededDeps): Promise<void> {
  for (const hours of [24, 1] as const)
    for (const reminder of await listReminders(db, hours))
      await queueMail(db, await prepareMail(reminderMail(reminder, config.publicUrl)))
}
