import { operations } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { paths } from '@flagyard/api-types/links'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import { greeting, type OutgoingMail, prepareMail, queueMail } from '../../../mail/outbox.ts'
import { decideAlert } from '../../catalogue/flags/index.ts'
import { findAccountById } from '../../platform/auth/index.ts'
import * as queries from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'config'>

/** A decision is final. Administrators who change their mind write to the learner. */
export const allowedOnAlert = ({ state }: { state: string }, caller: CurrentUser) =>
  allowedAmong({ decide: state === 'open' && mayCall(operations.decideFlagAlert, caller) })

export async function readAlert(db: Db, caller: CurrentUser, id: string): Promise<Accepted<'flagAlert'>> {
  const found = await findAlert(db, id)
  const { user_id, owner_id, deployment_id, owner_deployment_id, flag_id: _, ...alert } = found
  const giver = await readSide(db, found, { side: 'user_id', userId: user_id, deploymentId: deployment_id })
  const holder = await readSide(db, found, { side: 'owner_id', userId: owner_id, deploymentId: owner_deployment_id })
  const solved = holder.solved_at
  const addressesOf = ({ sessions }: typeof giver) => new Set(sessions.flatMap(({ address }) => address ?? []))
  return {
    ...alert,
    giver,
    holder,
    seconds_after_solve: solved && Math.round((found.at.getTime() - solved.getTime()) / 1000),
    shared_addresses: [...addressesOf(giver)].filter((address) => addressesOf(holder).has(address)),
    allowed: allowedOnAlert(found, caller),
  }
}

async function readSide(
  db: Db,
  { id, at, flag_id }: queries.FoundAlert,
  { side, userId, deploymentId }: { side: 'user_id' | 'owner_id'; userId: string; deploymentId: string | null },
) {
  const tries = await queries.listTries(db, userId, flag_id)
  // The try and its alert are written in one transaction, so they have the same time.
  const isThis = (one: (typeof tries)[number]) => side === 'user_id' && one.at.getTime() === at.getTime()
  return {
    ...(await queries.findPerson(db, userId)),
    deployment: deploymentId ? await queries.findEnvironment(db, deploymentId) : null,
    tries: tries.map((one) => ({ ...one, is_this: isThis(one) })),
    tries_count: await queries.countTries(db, userId, flag_id),
    solved_at: await queries.findSolved(db, userId, flag_id),
    sessions: await queries.listSessionsAt(db, userId, at),
    other_alerts: await queries.countOtherAlerts(db, side, userId, id),
  }
}

async function findAlert(db: Db, id: string): Promise<queries.FoundAlert> {
  const found = await queries.findAlert(db, id)
  if (!found) throw new ApiError('not_found', 'There is no such alert.')
  return found
}

/** Decides an alert, once. If two administrators decide at the same time, the second gets `stale_version`. */
export async function decideFlagAlert(
  { db, config }: NeededDeps,
  by: AuditActor,
  id: string,
  { version, decision, reason, warn = false }: Output<'flagAlertDecision'>,
): Promise<Accepted<'flagAlert'>> {
  if (warn && decision !== 'confirmed')
    throw invalidField('warn', 'You can only warn the learner about a confirmed alert')
  const found = await findAlert(db, id)
  const mail = warn
    ? await prepareMail(sharingMail({ ...(await findAccountById(db, found.user_id)), alert: found }, config.publicUrl))
    : undefined
  await db.transaction(async (tx) => {
    if (!(await decideAlert(tx, found.id, version, { state: decision, resolution: reason, resolved_by: by.actor.id })))
      throw new ApiError('stale_version', 'Another administrator has already decided this. Please reload it.')
    if (mail) await queueMail(tx, mail)
    await recordAudit(tx, {
      ...by,
      reason,
      action: decision === 'confirmed' ? 'flag_alerts.confirm' : 'flag_alerts.dismiss',
      subject: { type: 'user', id: found.username },
      before: { alert: found.id, state: found.state },
      after: { state: decision, flag: found.flag, owner: found.owner, ...(warn && { warned: true }) },
    })
  })
  return readAlert(db, by.actor, id)
}

interface Warned {
  id: string
  email: string
  full_name: string
  alert: { id: string; flag: string; lab: string | null; exam: string | null }
}

/** Explains the finding and the rule, without naming the other learner. */
const sharingMail = ({ id, email, full_name, alert }: Warned, publicUrl: string): OutgoingMail => ({
  kind: 'flag_shared',
  to: email,
  userId: id,
  dedupeKey: `flag_alert:${alert.id}`,
  content: {
    subject: 'A flag that was not yours',
    preview: 'Flags are found by each learner in their own environment.',
    heading: 'A flag that was not yours',
    paragraphs: [
      greeting({ full_name }),
      `For the flag “${alert.flag}” you submitted a value from another learner’s environment. It was not counted.`,
      'Each environment has its own flags. Please do not share flags, and do not use those of others: in an exam, this can cost you the attempt.',
      'If this is a mistake, write to us and tell us how it happened.',
    ],
    action: { label: 'Write to us', url: `${publicUrl}${paths.contact}` },
  },
})
