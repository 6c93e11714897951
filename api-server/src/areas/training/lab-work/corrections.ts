import type { AuditAction } from '@flagyard/api-types/audit/actions'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { paths } from '@flagyard/api-types/links'
import { recordAudit } from '../../../audit-log/record.ts'
import { readNow } from '../../../db/now.ts'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { assertNotYourself } from '../../../identity/require-access.ts'
import { greeting, type OutgoingMail, prepareMail, queueMail } from '../../../mail/outbox.ts'
import { lockLabEntitlement, setEntitlementEnd } from '../../catalogue/entitlements/index.ts'
import { findLab, type LabRow, type LearnerLab, learnerLabs } from '../../catalogue/labs/index.ts'
import { resetLabForLearner } from '../../clouds/deployments/index.ts'
import { type Account, findAccountByIdOrName, findUserId, lockAccountNoKey } from '../../platform/auth/index.ts'
import { type LabOfUser, listLabsOfUser } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'config'>
interface Names {
  username: string
  lab_slug: string
}
interface Correcting {
  user: Account
  lab: LabRow
  learnerLab: LearnerLab
}
interface Written {
  before: Record<string, unknown>
  after: Record<string, unknown>
}
interface Words {
  heading: string
  sentences: string[]
}

const DAY_MS = 86_400_000
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** Adds days to the end of the lab's access period, or to now if that is later. If the lab was not started yet, extends the time to start it. */
export async function extendLabAccess(
  deps: NeededDeps,
  by: AuditActor,
  names: Names & { days: number },
  edit: Output<'labCorrection'> = {},
): Promise<Accepted<'userLab'>> {
  const { days } = names
  return correct(deps, by, names, edit, {
    action: 'labs.extend_access',
    words: (title) => ({
      heading: 'More time for your lab',
      sentences: [`We gave you ${days} more ${days === 1 ? 'day' : 'days'} for “${title}”.`],
    }),
    async write(tx, { user, lab, learnerLab }) {
      const entitlement = await lockLabEntitlement(tx, user.id, lab.id)
      if (!entitlement)
        throw new ApiError(
          'conflict',
          `${user.username} does not have this lab individually. As part of a course, it is open as long as the course is.`,
        )
      const now = await readNow(tx)
      const end = learnerLab.access_ends_at ?? entitlement.ends_at
      if (!end) throw new ApiError('conflict', 'This access has no end, so there is nothing to extend.')
      const until = new Date(Math.max(now.getTime(), end.getTime()) + days * DAY_MS)
      if (learnerLab.access_ends_at) await learnerLabs.correct(tx, user.id, lab.id, { access_ends_at: until })
      else await learnerLabs.correct(tx, user.id, lab.id, {})
      // The entitlement must stay open at least until the lab's own end.
      if (entitlement.ends_at && entitlement.ends_at < until) await setEntitlementEnd(tx, entitlement.id, until)
      return { before: { access_ends_at: end }, after: { access_ends_at: until, days } }
    },
    details: ({ after }) => [`It is open until ${dayOf(after.access_ends_at as Date)}.`],
  })
}

/** Sets the total number of times that the files of a lab may be downloaded. */
export const setLabDownloadLimit = (
  deps: NeededDeps,
  by: AuditActor,
  names: Names & { download_limit: number },
  edit: Output<'labCorrection'> = {},
): Promise<Accepted<'userLab'>> =>
  correct(deps, by, names, edit, {
    action: 'labs.set_download_limit',
    words: (title) => ({
      heading: 'Downloads of your lab',
      sentences: [
        `You can now download files of “${title}” ${names.download_limit} ${names.download_limit === 1 ? 'time' : 'times'} in all.`,
      ],
    }),
    async write(tx, { user, lab, learnerLab }) {
      if (lab.downloads.length === 0)
        throw new ApiError('conflict', `The lab ${lab.title} has no files to download, so there is nothing to limit.`)
      await learnerLabs.correct(tx, user.id, lab.id, { download_limit: names.download_limit })
      return {
        before: { download_limit: learnerLab.download_limit ?? lab.download_limit },
        after: { download_limit: names.download_limit },
      }
    },
  })

export const resetLabResets = (
  deps: NeededDeps,
  by: AuditActor,
  names: Names,
  edit: Output<'labCorrection'> = {},
): Promise<Accepted<'userLab'>> =>
  correct(deps, by, names, edit, {
    action: 'labs.restore_resets',
    words: (title) => ({
      heading: 'Your resets are back',
      sentences: [`You have all resets of “${title}” again.`],
    }),
    async write(tx, { user, lab, learnerLab }) {
      if (learnerLab.resets_used === 0)
        throw new ApiError('conflict', `${user.username} has used no reset of this lab.`)
      await learnerLabs.correct(tx, user.id, lab.id, { resets_used: 0 })
      return { before: { resets_used: learnerLab.resets_used }, after: { resets_used: 0 } }
    },
  })

/** Rebuilds the learner's running lab without using up a reset. Asks for its extra data again. Concurrent or outdated requests rebuild it only once. */
export async function resetLabForUser(
  deps: Pick<Deps, 'db' | 'config' | 'queue' | 'clouds'>,
  by: AuditActor,
  { slug, id }: { slug: string; id: string },
  edit: Output<'labRebuild'> = {},
): Promise<Accepted<'userLab'>> {
  return correct(deps, by, { username: id, lab_slug: slug }, edit, {
    action: 'labs.reset',
    words: (title) => ({
      heading: 'Your lab is built again',
      sentences: [
        `We are building “${title}” again for you, with new credentials. No reset is used, your solved flags are saved, and your time is paused until it runs.`,
      ],
    }),
    async write(tx, { user, lab }) {
      const reset = await resetLabForLearner(tx, deps, { userId: user.id, labId: lab.id, seen: edit.deployment_id })
      if (!reset) throw new ApiError('conflict', `${user.username} is not running this lab.`)
      return { before: { deployment: reset.from }, after: { deployment: reset.to } }
    },
  })
}

/** Common steps of all corrections, in one transaction: lock learner and lab, check the version, write, audit and mail. */
async function correct(
  { db, config }: NeededDeps,
  by: AuditActor,
  { username, lab_slug }: Names,
  { reason, version }: Output<'labCorrection'>,
  how: {
    action: AuditAction
    words(title: string): Words
    write(tx: Db, about: Correcting): Promise<Written>
    /** Sentences that depend on what was written. */
    details?(written: Written): string[]
  },
): Promise<Accepted<'userLab'>> {
  const lab = await findLab(db, { slug: lab_slug })
  const user = await findAccountByIdOrName(db, username)
  assertNotYourself(by.actor, user.id)
  return db.transaction(async (tx) => {
    await lockAccountNoKey(tx, user.id)
    const [known] = await listLabsOfUser(tx, user.id, lab.id)
    if (!known) throw new ApiError('not_found', `${user.username} does not have the lab ${lab.title}.`)
    const learnerLab = await learnerLabs.lock(tx, user.id, lab.id)
    if (version !== undefined && version !== learnerLab.version)
      throw new ApiError('stale_version', 'Someone else changed this first. Please reload and look again.')
    const written = await how.write(tx, { user, lab, learnerLab })
    await recordAudit(tx, {
      ...by,
      action: how.action,
      subject: { type: 'user', id: user.username },
      before: { lab: lab.slug, ...written.before },
      after: { lab: lab.slug, ...written.after },
      reason,
    })
    const { heading, sentences } = how.words(lab.title)
    const mail = { heading, reason, sentences: [...sentences, ...(how.details?.(written) ?? [])] }
    await queueMail(tx, await prepareMail(correctionMail(user, lab, mail, config.publicUrl)))
    const [row] = await listLabsOfUser(tx, user.id, lab.id)
    if (!row) throw new Error('The lab is gone')
    return { ...row, allowed: allowedOnLab(row, by.actor) }
  })
}

type Action = Accepted<'userLab'>['allowed'][number]

function allowedOnLab(lab: LabOfUser, { capabilities }: Pick<CurrentUser, 'capabilities'>): Action[] {
  if (!capabilities.includes('support')) return []
  const possible: Record<Action, boolean> = {
    extend_access: lab.single && lab.has_end,
    download_limit: lab.downloads > 0,
    reset_resets: lab.resets_used > 0,
    reset: lab.state === 'running',
  }
  return (Object.keys(possible) as Action[]).filter((action) => possible[action])
}

export async function listUserLabs(db: Db, caller: CurrentUser, username: string): Promise<Accepted<'userLab[]'>> {
  const labs = await listLabsOfUser(db, await findUserId(db, username))
  return labs.map((lab) => ({ ...lab, allowed: allowedOnLab(lab, caller) }))
}

interface MailWords {
  heading: string
  sentences: string[]
  reason: string | undefined
}

/** Mail to a learner about a change by support in one of their labs. */
const correctionMail = (
  { id, email, full_name }: Pick<Account, 'id' | 'email' | 'full_name'>,
  lab: { slug: string; title: string },
  { heading, sentences, reason }: MailWords,
  publicUrl: string,
): OutgoingMail => ({
  kind: 'lab_support',
  to: email,
  userId: id,
  content: {
    subject: `${heading}: ${lab.title}`,
    preview: heading,
    heading,
    paragraphs: [greeting({ full_name }), ...sentences, ...(reason ? [`What we noted: ${reason}`] : [])],
    action: { label: 'Open your dashboard', url: publicUrl + paths.dashboard },
  },
})
