import { createClient } from '@flagyard/api-types/contract/client'
import { transmit } from '@flagyard/api-types/contract/transport'
import { learnerOperations } from '@flagyard/api-types/learner'

/** The calls that begin and end a session. They take their token as an argument, because `lib/api.ts` needs the session itself. */
export const createSessionCalls = (token: string | null = null) =>
  createClient(learnerOperations, { send: (request, options, row) => transmit(request, options, row, token) })
