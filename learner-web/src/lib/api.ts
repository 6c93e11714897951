import { createClient, type Send } from '@flagyard/api-types/contract/client'
import { transmit } from '@flagyard/api-types/contract/transport'
import { learnerOperations } from '@flagyard/api-types/learner'
import { retryOn401 } from '@flagyard/auth'
// biome-ignore lint/suspicious/noImportCycles: the session fetches this file later, by its first call.
import { session } from './session.ts'

/** Public auth calls stand for themselves: they carry no token, and a 401 from them is an answer, not an end. */
const send: Send = (request, options, row) =>
  row.auth === 'public' && row.path.startsWith('/auth/')
    ? transmit(request, options, row, null)
    : retryOn401(session, (token) => transmit(request, options, row, token))

export const api = createClient(learnerOperations, { send })
