import { type CorrectionRow, type MyCorrection, operations } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import { isUuid } from '../../../../db/sql.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'
import { prepareMail, queueMail, queueMails } from '../../../../mail/outbox.ts'
import { lockAsSeen } from '../admin-service.ts'
import * as mails from '../mails.ts'
import * as queries from '../queries.ts'
import * as corrections from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'config'>

/** Requests another name on the learner's certificate. Each certificate can have one open request. Sends a mail to both the learner and support. */
export async function requestCorrection(
  { db, config }: NeededDeps,
  user: CurrentUser,
  id: string,
  { name, reason }: Output<'certificateCorrectionPayload'>,
): Promise<MyCorrection> {
  const found = await queries.findCertificate(db, id)
  if (found?.certificate.user_id !== user.id || found.state === 'withdrawn')
    throw new ApiError('not_found', 'You have no such certificate.')
  if (found.state === 'revoked')
    throw new ApiError('conflict', 'This certificate was revoked, so it cannot be corrected.')
  const { certificate } = found
  if (name === certificate.name) throw invalidField('name', 'This is already the name on the certificate')
  const asked = { certificate, learner: user, name, reason }
  const prepared = [
    await prepareMail(mails.correctionRequestedMail(asked, config.publicUrl)),
    await prepareMail(mails.correctionPendingMail(asked, config)),
  ]
  return db.transaction(async (tx) => {
    const row = { certificate_id: id, user_id: user.id, name, printed: certificate.name, reason }
    const inserted = await corrections.insertCorrection(tx, row)
    if (!inserted)
      throw new ApiError('conflict', 'You have already requested a correction. We will answer that request first.')
    await queueMails(tx, prepared)
    return corrections.toMyCorrection(inserted)
  })
}

export const listMyCorrections = async ({ db }: Pick<Deps, 'db'>, user: CurrentUser): Promise<MyCorrection[]> =>
  (await corrections.listCorrectionsOf(db, user.id)).map(corrections.toMyCorrection)

export const allowedOnCorrection = ({ state }: Pick<CorrectionRow, 'state'>, caller: CurrentUser) =>
  allowedAmong({ decide: state === 'open' && mayCall(operations.decideCertificateCorrection, caller) })

/** Decides a correction, once. Accepting it creates a new version of the certificate; refusing it requires a reason. */
export async function decideCorrection(
  { db, config }: NeededDeps,
  { actor, address }: AuditActor,
  id: string,
  { version, state, reason }: Output<'correctionDecision'>,
): Promise<void> {
  const found = isUuid(id) ? await corrections.findCorrection(db, id) : undefined
  if (!found) throw new ApiError('not_found', 'This request does not exist.')
  if (state === 'refused' && !reason) throw invalidField('reason', 'Give a reason. The learner can see it')
  const { correction, learner, title } = found
  const { name, certificate_id } = correction
  const answer = reason ?? null
  const certificate = { id: certificate_id, title, name: correction.printed }
  const mail = await prepareMail(
    mails.correctionDecidedMail({ certificate, learner, name }, { state, answer }, config.publicUrl),
  )
  await db.transaction(async (tx) => {
    const before = await lockAsSeen(tx, certificate_id, version)
    const decision = { state, answer, by: actor.id, printed: before.name }
    if (!(await corrections.decideCorrection(tx, id, decision)))
      throw new ApiError('conflict', 'This request was already decided.')
    if (state === 'accepted' && name !== before.name) {
      const after = await queries.updateCertificate(tx, certificate_id, { name })
      await queries.saveVersion(tx, after, answer ?? `Requested by its owner: ${correction.reason}`, actor.id)
    }
    await queueMail(tx, mail)
    await recordAudit(tx, {
      actor,
      address,
      action: state === 'accepted' ? 'certificates.update' : 'certificates.refuse_correction',
      subject: { type: 'certificate', id: certificate_id },
      before: { name: before.name },
      after: state === 'accepted' ? { name } : { refused_name: name },
      reason: answer ?? correction.reason,
    })
  })
}
