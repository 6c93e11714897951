import type { Sharing } from '@flagyard/api-types'

/** What whoever paid sees of the learner, as it is told to them. */
export const sharedText = ({ with: who, visibility }: Pick<Sharing, 'with' | 'visibility'>): string =>
  visibility === 'seats'
    ? `${who} paid for it and can see that you use it.`
    : `${who} paid for it and can see when you start and complete it, when your access ends, and your certificate.`
