import { recordAudit } from '../../../../audit-log/record.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { findOwnerOfFlag } from './queries.ts'
import { subjectOf } from './save.ts'
import { findStoredExam } from './stored-exam.ts'
import { findStoredLab } from './stored-lab.ts'

/**
 * Returns the secret of a flag, from the draft if there is one. No other response contains a secret. The audit entry is written before the secret
 * is returned.
 */
export const revealSecret = ({ db }: Pick<Deps, 'db'>, { actor, address }: AuditActor, id: string) =>
  db.transaction(async (tx) => {
    const owner = await findOwnerOfFlag(tx, id)
    const found = owner && (await (owner.kind === 'labs' ? findStoredLab : findStoredExam)(tx, { id: owner.id }))
    const flag = found?.item.flags.find((one) => one.id === id)
    if (!owner || !found || !flag) throw new ApiError('not_found', 'There is no such flag.')
    if (flag.type !== 'STATIC')
      throw new ApiError(
        'conflict',
        'Only a static flag has a secret: of any other the product itself knows the answer.',
      )
    const subject = subjectOf(owner.kind, found.item.slug)
    await recordAudit(tx, { actor, address, action: 'flags.reveal', subject, after: { flag: flag.title } })
    return { id, secret: flag.secret ?? null }
  })
