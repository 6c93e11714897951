import type { Rows } from '../contract/operation.ts'
import { signedIn } from '../contract/row.ts'

export const seatOperations = {
  listOrderSeats: signedIn('GET /orders/{id}/seats', 'orderSeats', {
    summary: 'The seats of an order of mine, with what its level lets me see',
  }),
  downloadOrderSeats: signedIn('GET /orders/{id}/seats/file', {
    impersonation: 'denied',
    stream: 'file',
    rate: 'seat',
    summary: 'The seats of an order of mine as CSV, without codes',
  }),
  listOrganisationSeats: signedIn('GET /organisations/{id}/seats', 'organisationSeats', {
    query: 'organisationSeatsQuery',
    summary: 'The seats of all orders of an organisation that I manage, with what each order’s level lets me see',
  }),
  downloadOrganisationSeats: signedIn('GET /organisations/{id}/seats/file', {
    impersonation: 'denied',
    stream: 'file',
    rate: 'seat',
    summary: 'The seats of an organisation that I manage as CSV, without codes',
  }),
  assignSeat: signedIn('POST /orders/{id}/seats/{seat}/assign', 'seatAssignment', 'sentence', {
    rate: 'seat',
    summary: 'Gives an unused seat to an address, or to another one under a new code',
  }),
  remindSeat: signedIn('POST /orders/{id}/seats/{seat}/remind', 'sentence', {
    rate: 'seat',
    summary: 'Mails an unused seat to its recipient again, once a day',
  }),
  assignSeats: signedIn('POST /orders/{id}/seats/assign', 'seatAssignments', 'seatReport', {
    bodyLimit: 1024 * 1024,
    rate: 'seat',
    summary: 'Gives free seats to many addresses, all or none, or says what it would do',
  }),
  correctSeats: signedIn('POST /orders/{id}/seats/correct', 'seatCorrections', 'seatReport', {
    bodyLimit: 1024 * 1024,
    rate: 'mail',
    summary: 'Gives several seats to other addresses, all or none',
  }),
  listMySharing: signedIn('GET /users/me/sharing', 'sharing[]', {
    summary: 'Seats that somebody else paid for, and what they see of me',
  }),
  updateMySharing: signedIn('PATCH /users/me/sharing/{voucher_id}', 'sharingUpdate', 'sharing', {
    summary: 'Lets whoever paid for a seat see my minutes and points, or no longer',
  }),
} satisfies Rows
