import type { Rows } from '../contract/operation.ts'
import { signedIn } from '../contract/row.ts'

export const labWorkOperations = {
  addExtraDataLab: signedIn.published('POST /labs/add_extra_data/{slug}', 'addExtraDataLabPayload', 'myLabDetails', {
    bodyLimit: 32 * 1024,
    summary: 'Saves the extra data that a lab needs before it is built',
  }),
  getMyLab: signedIn.published('GET /labs/{slug}/me', 'myLabDetails', {
    summary: 'A lab with its instructions, my access and deployment',
  }),
  downloadLabFile: signedIn('POST /labs/{slug}/download', {
    body: 'labDownloadPayload',
    stream: 'file',
    rate: 'lab',
    summary: 'Downloads a file of a lab, within its download limit',
  }),
  getLabWalkthrough: signedIn('GET /labs/{slug}/walkthrough', 'walkthrough', {
    summary: 'The walkthrough of a lab whose required flags are solved',
  }),
  listMyLabs: signedIn.published('GET /labs/me', 'myLab[]', { summary: 'My labs' }),
  listLabFlags: signedIn.published('GET /flags/{lab}/me', 'myFlag[]', { summary: 'A lab’s flags and what I solved' }),
  listMyFlags: signedIn.published('GET /flags/me', 'myFlag[]', { summary: 'Flags that I solved' }),
  checkFlag: signedIn.published('GET /flags/check/{id}/me', 'myFlag', { summary: 'Whether I solved a flag' }),
  submitFlag: signedIn.published('POST /flags/{id}/me', 'submitFlagPayload', 'flagResult', {
    rate: 'secret',
    summary: 'Submits a flag',
  }),
  submitLabFlag: signedIn('POST /labs/{slug}/flag', 'labFlagPayload', 'labFlagResult', {
    rate: 'secret',
    summary: 'Submits a value that may solve any flag of a lab',
  }),
  takeHint: signedIn('POST /flags/{id}/hint', 'myFlag', {
    summary: 'Reveals the hint of a flag, for its cost in points',
  }),
  getWalkthroughUrl: signedIn.published('GET /flags/get_walkthrough_url/{id}', 'walkthrough', {
    summary: 'The walkthrough of a solved flag',
  }),
} satisfies Rows
