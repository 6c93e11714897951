import { consolePaths } from '@flagyard/api-types/links'
import { greeting, type OutgoingMail } from '../../../mail/outbox.ts'
import { type AlarmRow, CALL_MINUTES } from './queries.ts'
import type { Callable } from './roster.ts'

type Told = Pick<AlarmRow, 'id' | 'level' | 'sentence' | 'opened_at' | 'round'>

const FOOTER = 'You are receiving this e-mail because you are in the roster of alarms, or own this Flagyard.'
const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Mail to the person who is called to handle an alarm. */
export const calledMail = (alarm: Told, to: Callable, publicUrl: string): OutgoingMail => ({
  kind: 'alarm_called',
  to: to.email,
  userId: to.id,
  dedupeKey: `alarm:${alarm.id}:${alarm.round}:called:${to.id}`,
  content: {
    subject: `${alarm.level === 'urgent' ? 'Urgent: ' : ''}${alarm.sentence}`.slice(0, 180),
    preview: `Since ${minute(alarm.opened_at)}`,
    heading: alarm.level === 'urgent' ? 'Something is wrong, and it is urgent' : 'Something is wrong',
    paragraphs: [
      greeting(to),
      `${alarm.sentence}. It began at ${minute(alarm.opened_at)}.`,
      alarm.level === 'urgent'
        ? `Take it if you see to it. If nobody does within ${CALL_MINUTES} minutes, the next of the roster is called.`
        : 'Take it if you see to it, so that others know.',
    ],
    action: { label: 'Open the alarm', url: publicUrl + consolePaths.alarm(alarm.id) },
    footer: FOOTER,
  },
})

/** Mail to everyone who was notified: the alarm has ended. */
export const endedMail = (alarm: Told, to: Callable, publicUrl: string): OutgoingMail => ({
  kind: 'alarm_ended',
  to: to.email,
  userId: to.id,
  dedupeKey: `alarm:${alarm.id}:${alarm.round}:ended:${to.id}`,
  content: {
    subject: `Over: ${alarm.sentence}`.slice(0, 180),
    preview: 'There is nothing left to do.',
    heading: 'It is over',
    paragraphs: [
      greeting(to),
      `This is no longer so: ${alarm.sentence}. There is nothing left to do.`,
      'If it comes back, you will be told again.',
    ],
    action: { label: 'Open the alarm', url: publicUrl + consolePaths.alarm(alarm.id) },
    footer: FOOTER,
  },
})
