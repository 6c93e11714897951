import { CHECK_IN_RULE } from '@flagyard/api-types/exam-attempts/timing'
import { paths } from '@flagyard/api-types/links'
import { brand } from '../../../brand.ts'
import type { AttemptState } from '../../../db/schema/index.ts'
import { greeting, type OutgoingMail, prepareMail, type queueMail } from '../../../mail/outbox.ts'
import { calendarFile } from './booking/calendar.ts'
import { describeMoment } from './booking/slot.ts'

interface Booking {
  exam: { slug: string; title: string }
  at: Date
  time_zone: string
  user: { id: string; email: string; full_name: string }
  what: keyof typeof WORDS
  /** Reason given by an administrator, if any. */
  reason?: string
}

/** Values that are known once the attempt is locked. */
export interface Booked {
  id: string
  calendar_sequence: number
  seconds: number
}

const WORDS = {
  booked: { subject: 'Your exam is booked', heading: 'Your exam is booked', sentence: 'Your exam is on' },
  moved: { subject: 'Your exam was moved', heading: 'Your exam has a new date', sentence: 'Your exam is now on' },
  cancelled: {
    subject: 'Your exam was cancelled',
    heading: 'Your booking is cancelled',
    sentence: 'You cancelled your exam on',
  },
  postponed: {
    subject: 'Your exam was postponed',
    heading: 'We have to postpone your exam',
    sentence: 'We are sorry: because of a problem on our side, we had to cancel your exam on',
  },
  voided: {
    subject: 'Your exam was cancelled',
    heading: 'Your exam is cancelled',
    sentence: 'We cancelled your exam on',
  },
  barred: {
    subject: 'Your exam was cancelled',
    heading: 'Your date is cancelled',
    sentence: 'Because an earlier attempt was disqualified, we cancelled your exam on',
  },
  needless: {
    subject: 'Your exam is no longer needed',
    heading: 'You do not need to take this exam again',
    sentence: 'You have passed with an earlier attempt, so we cancelled your exam on',
  },
} as const

/**
 * Prepares the mail about a booking, with its calendar file. It is rendered before the transaction, because that takes time. Values of the locked
 * attempt are only used in the calendar file.
 */
export async function prepareBookingMail(publicUrl: string, { exam, at, time_zone, user, what, reason }: Booking) {
  const { subject, heading, sentence } = WORDS[what]
  const url = publicUrl + paths.examroom(exam.slug)
  const isOff = what !== 'booked' && what !== 'moved'
  const isOver = what === 'voided' || what === 'needless' || what === 'barred'
  const next =
    what === 'barred'
      ? 'The exam room shows when you can book again. The calendar file removes the event.'
      : isOver
        ? 'You do not need to do anything. The calendar file removes the event.'
        : isOff
          ? `${what === 'postponed' ? 'This attempt does not count, and no move was used. ' : ''}You can book another date whenever you are ready. The calendar file removes the event.`
          : `${CHECK_IN_RULE} The calendar file adds the date to your calendar.`
  const prepared = await prepareMail({
    kind: `exam_${what}`,
    to: user.email,
    userId: user.id,
    content: {
      subject: `${subject}: ${exam.title}`,
      preview: `${exam.title}, ${describeMoment(at, time_zone)}.`,
      heading,
      paragraphs: [
        greeting(user),
        `${sentence} ${describeMoment(at, time_zone)}: “${exam.title}”.`,
        ...(reason ? [`The reason: ${reason}`] : []),
        next,
      ],
      action: { label: isOff && !isOver ? 'Choose another date' : 'Open the exam room', url },
    },
  })
  return (booked: Booked): Parameters<typeof queueMail>[1] => ({
    ...prepared,
    dedupe_key: `exam:${booked.id}:${booked.calendar_sequence}`,
    attachments: [attachment(calendarFile({ ...booked, at, title: exam.title, url, isCancelled: isOff }))],
  })
}

const attachment = (file: string) => ({
  filename: 'exam.ics',
  content_type: `text/calendar; charset=utf-8; method=${/^METHOD:CANCEL/m.test(file) ? 'CANCEL' : 'PUBLISH'}`,
  content_base64: Buffer.from(file).toString('base64'),
})

/** An attempt whose candidate gets a mail. */
export interface MailedAttempt {
  id: string
  calendar_sequence: number
  slug: string
  title: string
  user_id: string
  email: string
  full_name: string
}

export const mailedAttempt = (
  { id, calendar_sequence }: Pick<MailedAttempt, 'id' | 'calendar_sequence'>,
  { id: user_id, email, full_name }: Booking['user'],
  { slug, title }: Booking['exam'],
): MailedAttempt => ({ id, calendar_sequence, user_id, email, full_name, slug, title })

export interface Notice extends MailedAttempt {
  state: AttemptState
  points: number
}

/** A date that is due for a reminder, a day or an hour before. */
export interface Reminder extends Notice {
  scheduled_at: Date
  time_zone: string
  hours: 24 | 1
}

interface ExamMail {
  kind: string
  /** Followed by the title of the exam. */
  subject: string
  heading?: string
  preview?: string
  paragraphs: string[]
  label?: string
  dedupeKey?: string | undefined
  footer?: string
}

/** Mail about an attempt, with a link to the exam room. The heading is the subject by default, the preview the heading. */
export const examMail = (
  { slug, title, user_id, email, full_name }: Omit<MailedAttempt, 'id' | 'calendar_sequence'>,
  {
    kind,
    subject,
    heading = subject,
    preview = heading,
    paragraphs,
    label = 'Open the exam room',
    dedupeKey,
    footer,
  }: ExamMail,
  publicUrl: string,
): OutgoingMail => ({
  kind,
  to: email,
  userId: user_id,
  ...(dedupeKey && { dedupeKey }),
  content: {
    subject: `${subject}: ${title}`,
    preview,
    heading,
    paragraphs: [greeting({ full_name }), ...paragraphs],
    action: { label: label, url: publicUrl + paths.examroom(slug) },
    ...(footer && { footer }),
  },
})

/** Dedupe key of a mail that each booking of an attempt sends at most once. */
export const keyOf = ({ id, calendar_sequence }: MailedAttempt, what: string) =>
  `exam:${id}:${calendar_sequence}:${what}`

export function reminderMail(reminder: Reminder, publicUrl: string): OutgoingMail {
  const { title, hours, scheduled_at, time_zone } = reminder
  const at = describeMoment(scheduled_at, time_zone)
  const mail = {
    kind: 'exam_reminder',
    dedupeKey: keyOf(reminder, `reminder:${hours}`),
    subject: `Your exam is ${hours === 24 ? 'tomorrow' : 'in an hour'}`,
    preview: at,
    paragraphs: [`“${title}” begins on ${at}.`, `${CHECK_IN_RULE} You will find everything you need in the exam room.`],
    footer: `You are receiving this reminder because your ${brand().name} profile says that you want them.`,
  }
  return examMail(reminder, mail, publicUrl)
}

export function readyMail(notice: Notice, publicUrl: string): OutgoingMail {
  const mail = {
    kind: 'exam_ready',
    dedupeKey: keyOf(notice, 'ready'),
    subject: 'Everything is ready',
    preview: 'Your environment is built. Check in now.',
    heading: 'Everything is ready for you',
    paragraphs: [
      `The environment for “${notice.title}” is built. Check in now in the exam room: your time begins at the start of your booking, once you have checked in.`,
      'Good luck!',
    ],
    label: 'Check in',
  }
  return examMail(notice, mail, publicUrl)
}

/** Mail about a failed or missed attempt that was restored. */
export function restoredMail(attempt: MailedAttempt, publicUrl: string): OutgoingMail {
  const next = 'You can book another date whenever you are ready.'
  const mail = {
    kind: 'exam_restored',
    dedupeKey: keyOf(attempt, 'restored'),
    subject: 'You have your attempt back',
    preview: next,
    paragraphs: [
      `We are sorry: something on our side went wrong with your exam “${attempt.title}”. You can use your attempt again, and what happened does not count.`,
      next,
    ],
    label: 'Choose another date',
  }
  return examMail(attempt, mail, publicUrl)
}

const RESULTS: Partial<Record<AttemptState, { heading: string; sentence: (points: number) => string }>> = {
  passed: {
    heading: 'You passed',
    sentence: (points) => `Congratulations: you passed with ${points} points. You can get your certificate now.`,
  },
  failed: {
    heading: 'Your result',
    sentence: (points) =>
      `You reached ${points} points, and this time it was not enough to pass. The exam room shows what you solved, and when you can try again.`,
  },
  provisional: {
    heading: 'Your result so far',
    sentence: (points) =>
      `You reached ${points} points so far. We are still reviewing your extra points, for at most seven days.`,
  },
  no_show: {
    heading: 'We missed you',
    sentence: () =>
      'You did not check in within an hour, so this attempt is over. If a problem on our side prevented it, please write to us.',
  },
}

export function resultMail(notice: Notice, publicUrl: string): OutgoingMail {
  const { heading, sentence } = RESULTS[notice.state] ?? { heading: 'Your exam', sentence: () => 'Your exam is over.' }
  const dedupeKey = keyOf(notice, `result:${notice.state}`)
  const paragraphs = [sentence(notice.points)]
  return examMail(
    notice,
    { kind: 'exam_result', subject: heading, preview: notice.title, dedupeKey, paragraphs },
    publicUrl,
  )
}
