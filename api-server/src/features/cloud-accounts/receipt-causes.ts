import type { CleanUp, CloudAccount } from '@flagyard/api-types'

interface Receipt extends Omit<CleanUp, 'at' | 'cause'> {
  at: Date
}
type Step = Pick<CloudAccount['history'][number], 'from' | 'to' | 'reason'> & { at: Date }

/** Each receipt with the reason of the step back to Dirty that followed it, if its pass failed. Both are told newest first. */
export const withCauses = (receipts: Receipt[], history: Step[]) =>
  receipts.map((receipt) => {
    const next = history.findLast(({ at, from }) => at >= receipt.at && (from === 'Nuking' || from === 'Nuked'))
    return { ...receipt, cause: next?.to === 'Dirty' ? next.reason : null }
  })
