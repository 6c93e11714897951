import { recordAudit } from '../../../audit-log/record.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { AuditActor } from '../../../identity/current-user.ts'
import { findFlag } from './queries.ts'

/** The only answer that holds the secret of a flag. Whoever looked is written down before they see it. */
export const revealSecret = ({ db }: Pick<Deps, 'db'>, { actor, address }: AuditActor, id: string) =>
  db.transaction(async (tx) => {
    const found = await findFlag(tx, id)
    if (!found) throw new ApiError('not_found', 'There is no such flag.')
    const { flag, lab, exam } = found
    if (flag.type !== 'STATIC')
      throw new ApiError(
        'conflict',
        'Only a static flag has a secret: of any other the product itself knows the answer.',
      )
    const subject = lab === null ? { type: 'exam', id: exam ?? '' } : { type: 'lab', id: lab }
    await recordAudit(tx, { actor, address, action: 'flags.reveal', subject, after: { flag: flag.title } })
    return { id: flag.id, secret: flag.secret }
  })
