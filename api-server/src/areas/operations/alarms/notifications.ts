import { consolePaths } from '@flagyard/api-types/console-links'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { type OutgoingMail, prepareMail, queueMail } from '../../../mail/outbox.ts'
import { insertDelivery } from './delivery-queries.ts'
import { calledMail, endedMail } from './mails.ts'
import * as queries from './queries.ts'
import { type Callable, nextToCall, type RosterEntry } from './roster.ts'
import { listCallable } from './settings-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'alarmWebhook'>
type People = { roster: RosterEntry[]; owners: Callable[] }

/** Sends notifications about alarms that opened, are unacknowledged, or ended. Each is sent once, even with several processes. */
export async function sendNotifications(deps: NeededDeps): Promise<void> {
  const { db } = deps
  const [opened, unacknowledged, ended] = [
    await queries.listDueNotifications(db),
    await queries.listDueCalls(db),
    await queries.listUnannouncedEnds(db),
  ]
  if (opened.length + unacknowledged.length + ended.length === 0) return
  const people = await listCallable(db)
  for (const alarm of opened) await notifyOpened(deps, alarm, people)
  for (const alarm of unacknowledged) await callNext(deps, alarm, people)
  for (const alarm of ended) await notifyEnded(deps, alarm, people)
}

/** Notifies the owner that the alarm recurred or grew; without an owner, calls the next person on the roster. Alarms of level `notice` send no mail. */
async function notifyOpened(deps: NeededDeps, alarm: queries.AlarmRow, people: People) {
  const { config, clock, alarmWebhook } = deps
  const owner = allPeople(people).filter(({ id }) => id === alarm.owner_id)
  const to = alarm.level === 'notice' ? [] : owner.length > 0 ? owner : nextToCall(people, [], clock.now())
  await callAll(deps, alarm, to, queries.claimNotification, async (tx) => {
    if (alarmWebhook && alarm.kind !== 'webhook_failing')
      await insertDelivery(tx, bodyOf(alarm, alarm.round === 0 ? 'opened' : 'reminded', config.publicUrl, clock.now()))
  })
}

const callNext = (deps: NeededDeps, alarm: queries.AlarmRow, people: People) =>
  callAll(deps, alarm, nextToCall(people, alarm.called, deps.clock.now()), queries.claimCall)

/** Mails and records the notifications, unless another process has claimed them. */
async function callAll(
  { db, config }: NeededDeps,
  alarm: queries.AlarmRow,
  to: Callable[],
  claim: typeof queries.claimNotification,
  also?: (tx: Tx) => Promise<void>,
) {
  const ids = to.map(({ id }) => id)
  const mails = await prepareAll(to.map((one) => calledMail(alarm, one, config.publicUrl)))
  await db.transaction(async (tx) => {
    if (!(await claim(tx, alarm, ids))) return
    for (const mail of mails) await queueMail(tx, mail)
    await queries.insertEvents(
      tx,
      ids.map((user_id) => ({ alarm_id: alarm.id, kind: 'called', user_id })),
    )
    await also?.(tx)
  })
}

async function notifyEnded({ db, config, clock, alarmWebhook }: NeededDeps, alarm: queries.AlarmRow, people: People) {
  const notified = await queries.listNotified(db, alarm.id)
  // The webhook gets the end of muted alarms too; otherwise the receiver would consider them open.
  const isMuted = alarm.ended_at !== null && alarm.muted_until !== null && alarm.muted_until > alarm.ended_at
  const to = isMuted ? [] : allPeople(people).filter(({ id }) => notified.has(id))
  const mails = await prepareAll(to.map((one) => endedMail(alarm, one, config.publicUrl)))
  await db.transaction(async (tx) => {
    if (!(await queries.claimEndNotification(tx, alarm.id))) return
    for (const mail of mails) await queueMail(tx, mail)
    if (alarmWebhook && alarm.kind !== 'webhook_failing')
      await insertDelivery(tx, bodyOf(alarm, 'ended', config.publicUrl, clock.now()))
  })
}

const allPeople = ({ roster, owners }: People): Callable[] =>
  Array.from(new Map([...roster, ...owners].map((one) => [one.id, one])).values())

const prepareAll = (mails: OutgoingMail[]) => Promise.all(mails.map(prepareMail))

/** Webhook payload. Contains no names, no secrets, and no original messages of a cloud or server. */
const bodyOf = (
  { id, kind, level, subject, sentence, count, opened_at, ended_at }: queries.AlarmRow,
  event: 'opened' | 'reminded' | 'ended',
  publicUrl: string,
  now: Date,
) =>
  JSON.stringify({
    event,
    at: now.toISOString(),
    alarm: {
      id,
      kind,
      level,
      subject,
      sentence,
      count,
      opened_at: opened_at.toISOString(),
      ended_at: ended_at?.toISOString() ?? null,
      url: publicUrl + consolePaths.alarm(id),
    },
  })
