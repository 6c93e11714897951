import type { Rows } from '../contract/operation.ts'

export const contactOperations = {
  sendContactMessage: {
    method: 'POST',
    path: '/contact',
    auth: 'public',
    body: 'contactPayload',
    bodyLimit: 32 * 1024,
    returns: 'sentence',
    status: 202,
    rate: 'unsolicited_mail',
    extension: true,
    summary: 'Mails a message to the people behind the site',
  },
} as const satisfies Rows
