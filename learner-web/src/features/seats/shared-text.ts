import type { Sharing } from '@flagyard/api-types'

/** Tells the learner what the buyer of their seat can see. */
export const sharedText = ({ with: who, visibility }: Pick<Sharing, 'with' | 'visibility'>): string =>
  visibility === 'seats'
    ? `${who} paid for it and can see that you use it.`
    : `${who} paid for it and can see when you start and complete it, when your access ends, and your certificate.`
