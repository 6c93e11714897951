import type { OrderSeat, OrderSeats, Sharing } from '@flagyard/api-types'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../lib/query.ts'

export const useSeats = (id: string) => useQuery(callQuery('listOrderSeats', { id }))

/** Refetches the order's seats after a change, also in the list of its organisation. */
export const refetchSeats = (id: string) =>
  Promise.all([
    queryClient.invalidateQueries(callQuery('listOrderSeats', { id })),
    queryClient.invalidateQueries({ queryKey: ['listOrganisationSeats'] }),
  ])

/** A seat, with or without its codes. */
export type ShownSeat = Omit<OrderSeat, 'contents'> & { contents: Omit<OrderSeat['contents'][number], 'code'>[] }

export const seatChips = {
  free: { label: 'Free', tone: 'info' },
  assigned: { label: 'Assigned, not used yet', tone: 'warn' },
  used: { label: 'Used', tone: 'good' },
  expired: { label: 'Expired', tone: 'warn' },
  suspended: { label: 'Paused', tone: 'warn' },
  revoked: { label: 'Revoked', tone: 'bad' },
} as const satisfies Record<OrderSeat['state'], { label: string; tone: string }>

export const mailTexts: Record<OrderSeat['mail'], string | null> = {
  none: null,
  waiting: 'E-mail is being sent',
  sent: 'E-mailed',
  undelivered: 'E-mail bounced',
}

/** Explains the visibility levels to the buyer. */
export const visibilityTexts: Record<OrderSeats['visibility'], string> = {
  seats: 'You can see who uses a seat, and nothing else.',
  progress:
    'You can see who uses a seat, when they started and completed it, when their access ends, and their certificate.',
}

/** True if the seat can still be assigned or reassigned. */
export const canAssign = ({ state, contents }: ShownSeat) =>
  ['free', 'assigned', 'used'].includes(state) && contents.some((one) => one.state === 'available')

/** Tells the learner what the buyer of their seat can see. */
export const sharedText = ({ with: who, visibility }: Pick<Sharing, 'with' | 'visibility'>): string =>
  visibility === 'seats'
    ? `${who} paid for it and can see that you use it.`
    : `${who} paid for it and can see when you start and complete it, when your access ends, and your certificate.`
