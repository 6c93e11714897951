import type { Rows } from '../contract/operation.ts'
import { anyone, signedIn } from '../contract/row.ts'

export const privacyOperations = {
  listRetention: anyone('GET /privacy/retention', 'retentionRule[]', {
    summary: 'How long each kind of data stays, and why',
  }),
  askAddressLink: anyone('POST /privacy/address', 'addressPayload', 'sentence', {
    status: 202,
    rate: 'unsolicited_mail',
    summary: 'Mails an address a link to what is held of it; says the same whether or not anything is',
  }),
  openAddressLink: anyone('POST /privacy/address/open', 'addressTokenPayload', 'addressData', {
    rate: 'secret',
    summary:
      'What is held of an address, once, with the token of its mail; answers another token for the two calls below',
  }),
  downloadAddressData: anyone('POST /privacy/address/file', {
    body: 'addressTokenPayload',
    stream: 'file',
    rate: 'secret',
    summary: 'The same in full as a JSON file, with the token that opening the link answered',
  }),
  eraseAddress: anyone('POST /privacy/address/erase', 'addressTokenPayload', 'sentence', {
    status: 202,
    rate: 'secret',
    summary: 'Erases what is held of an address, once, with the token that opening the link answered',
  }),
  listMyExports: signedIn('GET /users/me/exports', 'myExport[]', {
    impersonation: 'denied',
    summary: 'My data exports',
  }),
  requestMyExport: signedIn('POST /users/me/exports', 'myExport', {
    status: 202,
    rate: 'mail',
    idempotent: true,
    summary: 'Requests an export of all my data; a mail says when it is ready',
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
    summary: 'My data export, by the token from its mail',
  }),
  previewMyDeletion: signedIn('GET /users/me/deletion', 'deletionPreview', {
    impersonation: 'denied',
    summary: 'What deleting my account erases and what stays',
  }),
  requestMyDeletion: signedIn('POST /users/me/deletion', 'deletionPayload', 'deletionAsked', {
    status: 202,
    summary: 'Closes my account right away and erases it after 14 days, given password and code',
  }),
  undoDeletion: anyone('POST /auth/undo_deletion', 'undoDeletionPayload', 'sentence', {
    rate: 'secret',
    summary: 'Cancels the pending deletion of my account, with the token from the mail or from a sign-in',
  }),
} satisfies Rows
