import type { OrderSeat, OrderSeats, Sharing } from '@flagyard/api-types'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../lib/query.ts'

export const useSeats = (id: string) => useQuery(callQuery('listOrderSeats', { id }))

/** Refetches the order's seats after a change, also in the list of its organisation. */
export const readSeatsAgain = (id: string) =>
  Promise.all([
    queryClient.invalidateQueries(callQuery('listOrderSeats', { id })),
    queryClient.invalidateQueries({ queryKey: ['listOrganisationSeats'] }),
  ])

/** A seat, with or without its codes. */
export type ShownSeat = Omit<OrderSeat, 'contents'> & { contents: Omit<OrderSeat['contents'][number], 'code'>[] }

export const seatChips = {
  free: { label: 'Free', tone: 'info' },
  assigned: { label: 'Given, not used yet', tone: 'warn' },
  used: { label: 'Used', tone: 'good' },
  expired: { label: 'Expired', tone: 'warn' },
  suspended: { label: 'Paused', tone: 'warn' },
  revoked: { label: 'Revoked', tone: 'bad' },
} as const satisfies Record<OrderSeat['state'], { label: string; tone: string }>

export const mailTexts: Record<OrderSeat['mail'], string | null> = {
  none: null,
  waiting: 'The e-mail is on its way',
  sent: 'E-mailed',
  undelivered: 'The e-mail came back',
}

/** Explains the visibility levels to the buyer. */
export const visibilityTexts: Record<OrderSeats['visibility'], string> = {
  seats: 'You see who uses a seat, and no more.',
  progress:
    'You see who uses a seat, when they started and completed it, until when it is open, and their certificate.',
}

/** True if the seat can still be assigned or reassigned. */
export const canGive = ({ state, contents }: ShownSeat) =>
  ['free', 'assigned', 'used'].includes(state) && contents.some((one) => one.state === 'available')

/** Tells the learner what the buyer of their seat can see. */
export const sharedText = ({ with: who, visibility }: Pick<Sharing, 'with' | 'visibility'>): string =>
  visibility === 'seats'
    ? `${who} paid for it and can see that you use it.`
    : `${who} paid for it and can see when you start and complete it, when your access ends, and your certificate.`
