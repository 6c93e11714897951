import type { OrderSeat, Sharing } from '@flagyard/api-types'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../lib/query.ts'
import * as t from '../../messages/en/seats.ts'

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
  free: { label: t.states.free, tone: 'info' },
  assigned: { label: t.states.assigned, tone: 'warn' },
  used: { label: t.states.used, tone: 'good' },
  expired: { label: t.states.expired, tone: 'warn' },
  suspended: { label: t.states.suspended, tone: 'warn' },
  revoked: { label: t.states.revoked, tone: 'bad' },
} as const satisfies Record<OrderSeat['state'], { label: string; tone: string }>

export const mailTexts: Record<OrderSeat['mail'], string | null> = {
  none: null,
  ...t.mailStates,
}

/** True if the seat can still be assigned or reassigned. */
export const canAssign = ({ state, contents }: ShownSeat) =>
  ['free', 'assigned', 'used'].includes(state) && contents.some((one) => one.state === 'available')

/** Tells the learner what the buyer of their seat can see. */
export const sharedText = ({ with: who, visibility }: Pick<Sharing, 'with' | 'visibility'>): string =>
  t.shared[visibility]({ who })
