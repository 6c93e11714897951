import { sessionOperations } from '@flagyard/api-types/auth/session-operations'
import { type Client, createClient, type Send } from '@flagyard/api-types/contract/client'
import { transmit } from '@flagyard/api-types/contract/transport'
import { createSession, retryOn401 } from '@flagyard/auth'
import { consoleOperations } from './console-operations.ts'

export type Api = Client<typeof consoleOperations>

const send: Send = (request, options, row) => retryOn401(session, (token) => transmit(request, options, row, token))

/** Client for admin operations, authenticated with this page's access token. */
export const api: Api = createClient(consoleOperations, { send })

/** Session calls send no access token, and a 401 from them is final: no refresh and retry. */
const auth = createClient(sessionOperations, { send: (request, options, row) => transmit(request, options, row, null) })

export const session = createSession({ refresh: () => auth.refresh(), signOut: () => auth.signout() })
