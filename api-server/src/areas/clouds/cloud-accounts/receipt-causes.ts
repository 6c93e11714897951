import type { CleanUp, CloudAccount } from '@flagyard/api-types'

interface Receipt extends Omit<CleanUp, 'at' | 'cause'> {
  at: Date
}
type Step = Pick<CloudAccount['history'][number], 'from' | 'to' | 'reason'> & { at: Date }

/** Adds to each receipt the reason of the following transition back to Dirty, if its pass failed. Both lists are newest first. */
export const withCauses = (receipts: Receipt[], history: Step[]) =>
  receipts.map((receipt) => {
    const next = history.findLast(({ at, from }) => at >= receipt.at && (from === 'Nuking' || from === 'Nuked'))
    return { ...receipt, cause: next?.to === 'Dirty' ? next.reason : null }
  })
