import { consolePaths } from '@flagyard/api-types/console-links'
import { brand } from '../../../brand.ts'
import { greeting, type OutgoingMail } from '../../../mail/outbox.ts'
import { type AlarmRow, CALL_MINUTES } from './queries.ts'
import type { Callable } from './roster.ts'

type NotifiedAlarm = Pick<AlarmRow, 'id' | 'level' | 'sentence' | 'opened_at' | 'round'>

const footer = () => `You are receiving this e-mail because you are on the on-call roster or own ${brand().name}.`
const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

export const calledMail = (alarm: NotifiedAlarm, to: Callable, publicUrl: string): OutgoingMail => ({
  kind: 'alarm_called',
  to: to.email,
  userId: to.id,
  dedupeKey: `alarm:${alarm.id}:${alarm.round}:called:${to.id}`,
  content: {
    subject: `${alarm.level === 'urgent' ? 'Urgent: ' : ''}${alarm.sentence}`.slice(0, 180),
    preview: `Since ${minute(alarm.opened_at)}`,
    heading: alarm.level === 'urgent' ? 'Urgent alarm' : 'New alarm',
    paragraphs: [
      greeting(to),
      `${alarm.sentence}. It started at ${minute(alarm.opened_at)}.`,
      alarm.level === 'urgent'
        ? `Acknowledge it if you are handling it. If no one does within ${CALL_MINUTES} minutes, the next person on call is notified.`
        : 'Acknowledge it if you are handling it, so that others know.',
    ],
    action: { label: 'Open the alarm', url: publicUrl + consolePaths.alarm(alarm.id) },
    footer: footer(),
  },
})

/** Mail to everyone who was notified: the alarm has ended. */
export const endedMail = (alarm: NotifiedAlarm, to: Callable, publicUrl: string): OutgoingMail => ({
  kind: 'alarm_ended',
  to: to.email,
  userId: to.id,
  dedupeKey: `alarm:${alarm.id}:${alarm.round}:ended:${to.id}`,
  content: {
    subject: `Ended: ${alarm.sentence}`.slice(0, 180),
    preview: 'There is nothing left to do.',
    heading: 'The alarm has ended',
    paragraphs: [
      greeting(to),
      `This has ended: ${alarm.sentence}. There is nothing left to do.`,
      'You will be notified if it recurs.',
    ],
    action: { label: 'Open the alarm', url: publicUrl + consolePaths.alarm(alarm.id) },
    footer: footer(),
  },
})
