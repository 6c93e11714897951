import { paths } from '@flagyard/api-types/links'
import { brand } from '../../../brand.ts'
import { greeting, type OutgoingMail } from '../../../mail/outbox.ts'
import type { Unnotified, Warned } from './mail-queries.ts'

const linkOf = (publicUrl: string, { course }: Pick<Unnotified, 'course'>) =>
  publicUrl + (course ? paths.classroom(course) : paths.dashboard)

/** Mail to a learner who may be away: an account is reserved for them, or we had to end the lab. */
export function deploymentMail(notice: Unnotified, publicUrl: string): OutgoingMail {
  const common = { to: notice.email, userId: notice.user_id, dedupeKey: notice.key }
  const action = { label: 'Open the classroom', url: linkOf(publicUrl, notice) }
  const hello = greeting(notice)
  if (notice.state === 'held')
    return {
      ...common,
      kind: 'lab_held',
      content: {
        subject: `Your turn: ${notice.lab}`,
        preview: 'We are holding a free account for you for ten minutes.',
        heading: 'It is your turn',
        paragraphs: [
          hello,
          `An account for “${notice.lab}” is free, and we are holding it for you for ten minutes. Open the lab and deploy it to claim the account.`,
        ],
        action,
        footer: `You are receiving this reminder because your ${brand().name} profile says that you want them.`,
      },
    }
  return {
    ...common,
    kind: 'lab_ended',
    content: {
      subject: `Your lab ended: ${notice.lab}`,
      preview: 'What happened, and what you can do.',
      heading: 'Your lab ended',
      paragraphs: [hello, `Your lab “${notice.lab}” ended early.`, ...(notice.message ? [notice.message] : [])],
      action,
    },
  }
}

export function warningMail(notice: Warned & { minutes: number }, publicUrl: string): OutgoingMail {
  const { lab, minutes, full_name } = notice
  const advice = notice.can_extend
    ? 'Save what you need from its account. If you need more time, open the lab and press Extend, as long as extensions are left.'
    : 'Save what you need from its account. It has reached its maximum duration and cannot be extended.'
  return {
    to: notice.email,
    userId: notice.user_id,
    dedupeKey: notice.key,
    kind: 'lab_warning',
    content: {
      subject: `${minutes} minutes left: ${lab}`,
      preview: 'Save what you need from its account.',
      heading: `${minutes} minutes left`,
      paragraphs: [
        greeting({ full_name }),
        `Your lab “${lab}” ends in ${minutes} minutes, and its account is wiped then. Solved flags stay solved.`,
        advice,
      ],
      action: { label: 'Open the classroom', url: linkOf(publicUrl, notice) },
      footer: `You are receiving this reminder because your ${brand().name} profile says that you want them.`,
    },
  }
}
