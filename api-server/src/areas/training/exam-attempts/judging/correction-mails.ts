import type { Accepted } from '@flagyard/api-types/contract/operation'
import { ANSWER_DAYS } from '@flagyard/api-types/exam-attempts/timing'
import type { OutgoingMail } from '../../../../mail/outbox.ts'
import { examMail, keyOf, type MailedAttempt } from '../mails.ts'

type Change = Accepted<'resultChange'>

/** Same dedupe key as the result mail, so that the candidate gets the result only once. */
const keyOfResult = (attempt: MailedAttempt, { state, state_before }: Change) =>
  state === state_before ? undefined : keyOf(attempt, `result:${state}`)

function resultSentences({ state, state_before, points, passing_points, certificate }: Change): string[] {
  const sum = `You now have ${points} ${points === 1 ? 'point' : 'points'}, and ${passing_points} are needed to pass.`
  if (state === state_before) return [sum]
  if (state === 'failed') return [sum, 'Your result is now final: you did not pass this time.']
  if (state !== 'passed') return [sum]
  const next = certificate ? ' Your certificate was issued and is sent in a separate mail.' : ''
  return [sum, `Congratulations: you have passed this exam.${next}`]
}

interface ExtraPoints {
  change: Change
  state: 'approved' | 'refused'
  points: number
  reason: string
  url: string
  request: string
}

export function extraPointsMail(
  about: MailedAttempt,
  { change, state, points, reason, url, request }: ExtraPoints,
  publicUrl: string,
): OutgoingMail {
  const isApproved = state === 'approved'
  const heading = isApproved
    ? `${points} extra ${points === 1 ? 'point' : 'points'} for you`
    : 'No extra points this time'
  const sentence = isApproved
    ? `Your pull request ${url} earned you ${points} extra ${points === 1 ? 'point' : 'points'}.`
    : `We reviewed your pull request ${url} and cannot give extra points for it.`
  return examMail(
    about,
    {
      kind: 'exam_extra_points',
      subject: isApproved ? 'Your extra points' : 'About your pull request',
      heading,
      paragraphs: [sentence, `The reason: ${reason}`, ...resultSentences(change)],
      dedupeKey: keyOfResult(about, change) ?? `exam:${about.id}:extra:${request}`,
    },
    publicUrl,
  )
}

export function pointsMail(
  about: MailedAttempt,
  { change, reason }: { change: Change; reason: string },
  publicUrl: string,
): OutgoingMail {
  const hasPassedNow = change.state === 'passed' && change.state !== change.state_before
  return examMail(
    about,
    {
      kind: 'exam_points',
      subject: hasPassedNow ? 'You passed' : 'Your points have changed',
      paragraphs: [
        `We reviewed your exam “${about.title}” and corrected your points from ${change.points_before} to ${change.points}.`,
        `The reason: ${reason}`,
        ...resultSentences(change),
      ],
      dedupeKey: keyOfResult(about, change),
    },
    publicUrl,
  )
}

export const caseOpenedMail = (about: MailedAttempt, publicUrl: string): OutgoingMail =>
  examMail(
    about,
    {
      kind: 'exam_case_opened',
      subject: 'We have a question about your exam',
      paragraphs: [
        `Something about your exam “${about.title}” needs a closer look. The exam room shows what we saw.`,
        `Please read it and tell us your side: you can answer once, in the exam room, within ${ANSWER_DAYS} days. We will not decide against you before that.`,
      ],
    },
    publicUrl,
  )

export function caseDecidedMail(
  about: MailedAttempt,
  decided: { state: 'dismissed' | 'disqualified'; reason: string; barred_until: string | null; certificate: boolean },
  publicUrl: string,
): OutgoingMail {
  const isDismissed = decided.state === 'dismissed'
  return examMail(
    about,
    {
      kind: 'exam_case_decided',
      subject: isDismissed ? 'Our question is answered' : 'Your exam was disqualified',
      heading: isDismissed ? 'Your result is unchanged' : 'Your exam was disqualified',
      paragraphs: isDismissed
        ? [
            `We have reviewed our question about your exam “${about.title}” and closed it. Your result is unchanged. Thank you for your patience.`,
            `What we found: ${decided.reason}`,
          ]
        : [
            `We have decided the case about your exam “${about.title}”: this attempt is disqualified.`,
            `The reason: ${decided.reason}`,
            ...(decided.certificate ? ['The certificate for this attempt is revoked.'] : []),
            ...(decided.barred_until ? [`You can book an exam again from ${decided.barred_until}.`] : []),
          ],
    },
    publicUrl,
  )
}

/** Mail about a voided attempt without a date, which has no calendar event to remove. */
export const voidedMail = (about: MailedAttempt, reason: string, publicUrl: string): OutgoingMail =>
  examMail(
    about,
    {
      kind: 'exam_voided',
      subject: 'Your exam was cancelled',
      heading: 'Your exam is cancelled',
      paragraphs: [
        `Your attempt at “${about.title}” is cancelled. You do not need to do anything.`,
        `The reason: ${reason}`,
      ],
    },
    publicUrl,
  )
