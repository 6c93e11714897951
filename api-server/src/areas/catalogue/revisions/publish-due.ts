import { recordAudit } from '../../../audit-log/record.ts'
import type { Db } from '../../../db/open.ts'
import { ApiError } from '../../../errors.ts'
import { publish } from './publish.ts'
import { lockDueDraft, saveRefusal, shareContent } from './queries.ts'
import type { RevisedContent } from './revised-content.ts'

/**
 * Publishes a scheduled draft when it is due. Of several processes, only one finds the draft. If it cannot be published, the draft
 * stays and the reason is saved for the editor.
 */
export async function publishDue(db: Db, content: RevisedContent, id: string): Promise<void> {
  const item = { kind: content.kind, id }
  try {
    await db.transaction(async (tx) => {
      await shareContent(tx)
      const held = await content.hold(tx, id)
      const due = held && (await lockDueDraft(tx, item))
      if (!due) return
      await publish(tx, content, held, { by: due.by })
      const subject = { type: content.audit.subject, id: held.slug }
      await recordAudit(tx, { actor: null, action: content.audit.publish, subject, after: { planned: true } })
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await db.transaction(async (tx) => {
      if (await lockDueDraft(tx, item)) await saveRefusal(tx, item, error.message)
    })
  }
}
