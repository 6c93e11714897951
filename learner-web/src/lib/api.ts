import { createClient, type Send } from '@flagyard/api-types/contract/client'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { transmit } from '@flagyard/api-types/contract/transport'
import { learnerOperations } from '@flagyard/api-types/learner'
import { retryOn401 } from '@flagyard/auth'
import * as t from '../messages/en/shell.ts'
import { session } from './session.ts'

/** Public auth calls carry no token: a 401 from them means a wrong password, not an expired session. */
const send: Send = (request, options, row) =>
  row.auth === 'public' && row.path.startsWith('/auth/')
    ? transmit(request, options, row, null)
    : retryOn401(session, (token) => transmit(request, options, row, token))

/** During an impersonation the server refuses every change (docs/decisions/0012), so none is sent. */
export const sendAllowed: Send = (request, options, row) => {
  const current = session.get()
  if (!current?.impersonation || row.auth === 'public' || row.impersonation === 'allowed')
    return send(request, options, row)
  if (request.method === 'GET' && row.impersonation !== 'denied') return send(request, options, row)
  throw new ApiError('read_only_session', t.readOnlySession({ username: current.user.username }))
}

export const api = createClient(learnerOperations, { send: sendAllowed })
