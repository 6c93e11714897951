import { recordAudits } from '../../../audit-log/record.ts'
import type { Tx } from '../../../db/open.ts'
import type { BulkAction, BulkRun, Item, Outcome } from '../../../extension-points/bulk-action.ts'
import { prepareMail, queueMails } from '../../../mail/outbox.ts'
import { closedMail } from './mails.ts'
import { closeRefusal, decideReports, findReports, reportSource } from './queries.ts'
import { lessonReportLabel } from './sql.ts'

export const lessonReportBulkActions = {
  'lesson_reports.close': {
    source: reportSource,
    resourceName: 'report',
    label: lessonReportLabel,
    refusal: () => closeRefusal,
    chunk: 20,
    apply: close,
  },
} satisfies Record<string, BulkAction>

/** Closes reports without an answer. Each learner gets a mail of thanks. */
async function close(tx: Tx, items: Item[], { actor, address, jobId, deps }: BulkRun): Promise<Outcome[]> {
  const found = await findReports(
    tx,
    items.map(({ id }) => id),
  )
  const ids = found.map(({ report }) => report.id)
  await decideReports(tx, ids, { state: 'closed', answer: null, decided_by: actor.id })
  const mails = found.flatMap(({ learner, ...one }) =>
    learner ? [prepareMail(closedMail({ ...one, learner }, null, deps.config.publicUrl))] : [],
  )
  await queueMails(tx, await Promise.all(mails))
  await recordAudits(
    tx,
    found.map(({ report, course, lesson }) => ({
      ...{ actor, address, jobId, action: 'lesson_reports.close' as const },
      subject: { type: 'course', id: course },
      before: { report: report.id, state: report.state },
      after: { lesson: lesson.title, state: 'closed' },
    })),
  )
  return ids.map((id) => ({ id }))
}
