import { paths } from '@flagyard/api-types/links'
import { greeting, type OutgoingMail } from '../../../mail/outbox.ts'

interface Addressee {
  id: string
  email: string
  full_name: string
}

const WORDS = {
  granted: (title: string) => [`“${title}” is open to you`, `We opened “${title}” for you.`],
  extended: (title: string) => [`More time for “${title}”`, `You have more time for “${title}”.`],
  shortened: (title: string) => [
    `Fewer days for “${title}”`,
    `We removed the days that we had added to “${title}” by mistake.`,
  ],
  suspended: (title: string) => [
    `“${title}” is suspended`,
    `We had to suspend your access to “${title}”. Your progress is saved and will be there when it opens again.`,
  ],
  resumed: (title: string) => [`“${title}” is open again`, `“${title}” is open to you again.`],
  revoked: (title: string) => [
    `“${title}” is no longer open to you`,
    `Your access to “${title}” has ended. Your certificates stay valid.`,
  ],
  restored: (title: string) => [`“${title}” is open again`, `Your access to “${title}” was restored.`],
  moved_away: (title: string) => [
    `“${title}” has moved to another account`,
    `As requested, we moved “${title}” and your progress in it to another account. If you did not ask for this, please write to us right away.`,
  ],
  received: (title: string) => [
    `“${title}” is now in this account`,
    `We moved “${title}” from another account into this one, with all progress.`,
  ],
} as const

/** Informs a learner about a change to their access by support, with the reason. */
export function accessMail(
  { id, email, full_name }: Addressee,
  what: keyof typeof WORDS,
  { title, until, reason }: { title: string; until?: Date | null; reason: string },
  publicUrl: string,
): OutgoingMail {
  const [heading = '', sentence = ''] = WORDS[what](title)
  const isOpen = what !== 'suspended' && what !== 'revoked' && what !== 'moved_away'
  return {
    kind: 'access',
    to: email,
    userId: id,
    content: {
      subject: heading,
      preview: sentence,
      heading,
      paragraphs: [
        greeting({ full_name }),
        sentence,
        ...(isOpen && until
          ? [`${what === 'shortened' ? 'It ends again on' : 'It is open until'} ${until.toISOString().slice(0, 10)}.`]
          : []),
        `Reason: ${reason}`,
      ],
      action: isOpen
        ? { label: 'Open your dashboard', url: publicUrl + paths.dashboard }
        : { label: 'Write to us', url: publicUrl + paths.contact },
    },
  }
}
