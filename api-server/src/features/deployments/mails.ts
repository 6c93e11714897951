import { paths } from '@flagyard/api-types/links'
import type { OutgoingMail } from '../../mail/outbox.ts'
import type { Unnotified } from './mail-queries.ts'

/** Where its learner finds the lab again. */
const roomOf = (publicUrl: string, { course }: Unnotified) =>
  publicUrl + (course ? paths.classroom(course) : paths.dashboard)

/** What a learner is told who may not be looking: an account waits, or the lab is over for a reason of ours. */
export function deploymentMail(told: Unnotified, publicUrl: string): OutgoingMail {
  const common = { to: told.email, userId: told.user_id, dedupeKey: told.key }
  const action = { label: 'Open the classroom', url: roomOf(publicUrl, told) }
  const hello = `Hello ${told.full_name},`
  if (told.state === 'held')
    return {
      ...common,
      kind: 'lab_held',
      content: {
        subject: `Your turn: ${told.lab}`,
        preview: 'An account is free and held for you for ten minutes.',
        heading: 'It is your turn',
        paragraphs: [
          hello,
          `An account for “${told.lab}” is free and held for you for ten minutes. Open the lab and deploy it, and it is yours.`,
        ],
        action,
      },
    }
  return {
    ...common,
    kind: 'lab_ended',
    content: {
      subject: `Your lab ended: ${told.lab}`,
      preview: 'What happened, and what you can do.',
      heading: 'Your lab ended',
      paragraphs: [hello, `Your lab “${told.lab}” ended before its time.`, ...(told.message ? [told.message] : [])],
      action,
    },
  }
}
