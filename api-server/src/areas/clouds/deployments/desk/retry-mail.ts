import { paths } from '@flagyard/api-types/links'
import { greeting } from '../../../../mail/greeting.ts'
import type { OutgoingMail } from '../../../../mail/outbox.ts'
import { HOLD_MINUTES } from '../allocation.ts'
import type { DeploymentRow } from '../queries.ts'
import type { Subject } from './subject-queries.ts'

/**
 * Mail to a learner whose lab support restarts. If an account is held immediately, this replaces the usual “Your turn” mail: it has the same dedupe
 * key, so that the learner gets only one.
 */
export function retryMail(
  { user_id, email, full_name, title }: Subject,
  { id, state, misses }: Pick<DeploymentRow, 'id' | 'state' | 'misses'>,
  publicUrl: string,
): OutgoingMail {
  const isHeld = state === 'held'
  return {
    kind: 'lab_support',
    to: email,
    userId: user_id,
    dedupeKey: isHeld ? `deployment:${id}:${state}:${misses}` : `deployment:${id}:retry`,
    content: {
      subject: isHeld ? `Your turn: ${title}` : `We try again: ${title}`,
      preview: 'Your lab could not be used because of us. Here is the next try.',
      heading: isHeld ? 'An account is held for you' : 'Your lab waits for an account',
      paragraphs: [
        greeting({ full_name }),
        `Your lab “${title}” ended because of us. We have asked for it once more on your behalf. It costs you no reset, and what you solved is kept.`,
        isHeld
          ? `A cloud account is held for you for ${HOLD_MINUTES} minutes. Open the lab and claim it; then it is built. If you come later, you are near the front of the queue.`
          : 'You are near the front of the queue. While its page is open, the lab starts by itself; else an account is held for you when your turn comes.',
      ],
      action: { label: 'Open your dashboard', url: publicUrl + paths.dashboard },
    },
  }
}
