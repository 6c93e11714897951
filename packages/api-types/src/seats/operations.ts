import type { Rows } from '../contract/operation.ts'
import { signedIn } from '../contract/row.ts'

export const seatOperations = {
  listOrderSeats: signedIn('GET /orders/{id}/seats', 'orderSeats', {
    summary: 'Seats of my order, with the usage that its visibility level allows',
  }),
  downloadOrderSeats: signedIn('GET /orders/{id}/seats/file', {
    impersonation: 'denied',
    stream: 'file',
    rate: 'seat',
    summary: 'Seats of my order as CSV, without codes',
  }),
  listOrganisationSeats: signedIn('GET /organisations/{id}/seats', 'organisationSeats', {
    query: 'organisationSeatsQuery',
    summary: 'Seats of all orders of an organisation that I manage, with the usage that each order allows',
  }),
  downloadOrganisationSeats: signedIn('GET /organisations/{id}/seats/file', {
    impersonation: 'denied',
    stream: 'file',
    rate: 'seat',
    summary: 'Seats of an organisation that I manage as CSV, without codes',
  }),
  assignSeat: signedIn('POST /orders/{id}/seats/{seat}/assign', 'seatAssignment', 'sentence', {
    rate: 'seat',
    summary: 'Assigns an unused seat to an address, or to another one under a new code',
  }),
  remindSeat: signedIn('POST /orders/{id}/seats/{seat}/remind', 'sentence', {
    rate: 'seat',
    summary: 'Mails the code of an unused seat to its recipient again, at most once a day',
  }),
  assignSeats: signedIn('POST /orders/{id}/seats/assign', 'seatAssignments', 'seatReport', {
    bodyLimit: 1024 * 1024,
    rate: 'seat',
    summary: 'Assigns free seats to many addresses, all or none; with a dry run',
  }),
  correctSeats: signedIn('POST /orders/{id}/seats/correct', 'seatCorrections', 'seatReport', {
    bodyLimit: 1024 * 1024,
    rate: 'mail',
    summary: 'Reassigns several seats to other addresses, all or none',
  }),
  listMySharing: signedIn('GET /users/me/sharing', 'sharing[]', {
    summary: 'Seats that others paid for, and the data that they can see about me',
  }),
  updateMySharing: signedIn('PATCH /users/me/sharing/{voucher_id}', 'sharingUpdate', 'sharing', {
    summary: 'Shares my minutes and points with the buyer of my seat, or stops sharing them',
  }),
} satisfies Rows
