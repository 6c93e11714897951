import type { Rows } from '../contract/operation.ts'
import { anyone } from '../contract/row.ts'

export const contactOperations = {
  sendContactMessage: anyone('POST /contact', 'contactPayload', 'sentence', {
    bodyLimit: 32 * 1024,
    status: 202,
    rate: 'unsolicited_mail',
    idempotent: true,
    summary: 'Mails a message to the operators of the site',
  }),
} satisfies Rows
