import { createClient } from '@flagyard/api-types/contract/client'
import { transmit } from '@flagyard/api-types/contract/transport'
import { learnerOperations } from '@flagyard/api-types/learner'

/** Calls that start and end a session. They take the token as an argument, because `lib/api.ts` depends on the session. */
export const createSessionCalls = (token: string | null = null) =>
  createClient(learnerOperations, { send: (request, options, row) => transmit(request, options, row, token) })
