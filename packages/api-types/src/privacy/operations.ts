import type { Rows } from '../contract/operation.ts'
import { anyone, signedIn } from '../contract/row.ts'

export const privacyOperations = {
  listRetention: anyone('GET /privacy/retention', 'retentionRule[]', {
    summary: 'Retention period of each kind of data, with the reason',
  }),
  askAddressLink: anyone('POST /privacy/address', 'addressPayload', 'sentence', {
    status: 202,
    rate: 'unsolicited_mail',
    summary: 'Mails an address a link to the data stored about it; the response is the same without any data',
  }),
  openAddressLink: anyone('POST /privacy/address/open', 'addressTokenPayload', 'addressData', {
    rate: 'secret',
    summary: 'Data stored about an address, with its single-use mailed token; returns a new token for the next calls',
  }),
  downloadAddressData: anyone('POST /privacy/address/file', {
    body: 'addressTokenPayload',
    stream: 'file',
    rate: 'secret',
    summary: 'The same data in full as a JSON file, with the token that opening the link returned',
  }),
  eraseAddress: anyone('POST /privacy/address/erase', 'addressTokenPayload', 'sentence', {
    status: 202,
    rate: 'secret',
    summary: 'Erases the data stored about an address, with the token that opening the link returned',
  }),
  listMyExports: signedIn('GET /users/me/exports', 'myExport[]', {
    impersonation: 'denied',
    summary: 'My data exports',
  }),
  requestMyExport: signedIn('POST /users/me/exports', 'myExport', {
    status: 202,
    rate: 'mail',
    idempotent: true,
    summary: 'Requests an export of all my data; a mail is sent when it is ready',
  }),
  downloadMyExport: signedIn('GET /users/me/exports/{id}/file', {
    stream: 'file',
    impersonation: 'denied',
    summary: 'One of my data exports',
  }),
  downloadMailedExport: signedIn('POST /users/me/exports/mailed', {
    body: 'mailedExportPayload',
    stream: 'file',
    rate: 'secret',
    summary: 'My data export, with the token from its mail',
  }),
  previewMyDeletion: signedIn('GET /users/me/deletion', 'deletionPreview', {
    impersonation: 'denied',
    summary: 'Data that deleting my account would erase, and data that would remain',
  }),
  requestMyDeletion: signedIn('POST /users/me/deletion', 'deletionPayload', 'deletionAsked', {
    status: 202,
    summary: 'Closes my account now and erases it after 14 days, given password and code',
  }),
  undoDeletion: anyone('POST /auth/undo_deletion', 'undoDeletionPayload', 'sentence', {
    rate: 'secret',
    summary: 'Cancels the pending deletion of my account, with a token from the mail or from a sign-in',
  }),
} satisfies Rows
