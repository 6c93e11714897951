import type { Rows } from '../contract/operation.ts'
import { anyone, signedIn } from '../contract/row.ts'

export const legalOperations = {
  listLegalPages: anyone('GET /legal_pages', 'legalPageHead[]', {
    summary: 'Published legal pages, such as terms and imprint, with the version in effect',
  }),
  getLegalPage: anyone('GET /legal_pages/{page}', 'legalPage', {
    query: 'legalPageQuery',
    summary: 'Text of a legal page: the version in effect, or an earlier one',
  }),
  listLegalPagesToAccept: signedIn('GET /legal_acceptances/due', 'legalPageHead[]', {
    summary: 'Changed legal pages that I have not accepted yet',
  }),
  acceptLegalPage: signedIn('POST /legal_pages/{page}/accept', 'legalAcceptPayload', 'legalAcceptance', {
    summary: 'Accepts the version in effect of a legal page',
  }),
} satisfies Rows
