import { type Api, handle } from '../../../http/handle.ts'
import { findAccountByUsername } from '../../platform/auth/service.ts'
import { deleteUser, previewDeletion, undoUserDeletion } from './deletion.ts'

export function privacyAdminRoutes(api: Api) {
  handle(api, 'previewUserDeletion', async ({ deps, params }) =>
    previewDeletion(deps, await findAccountByUsername(deps.db, params.username)),
  )
  handle(api, 'deleteUser', ({ deps, auditActor, params, body }) => deleteUser(deps, auditActor, params.username, body))
  handle(api, 'undoUserDeletion', ({ deps, auditActor, params, body }) =>
    undoUserDeletion(deps, auditActor, params.username, body.reason),
  )
}
