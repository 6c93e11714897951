import { createClient } from '@flagyard/api-types/contract/client'
import { transmit } from '@flagyard/api-types/contract/transport'
import { learnerOperations } from '@flagyard/api-types/learner'

/** The calls by which a session begins and ends: they are no others than the app's, but nothing else has to know the session for them. */
export const createSessionCalls = (token: string | null = null) =>
  createClient(learnerOperations, { send: (request, options, row) => transmit(request, options, row, token) })
