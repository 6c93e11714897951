import { clearRefreshCookie } from '../../http/cookies.ts'
import { sendFile } from '../../http/files.ts'
import { type Api, handle } from '../../http/handle.ts'
import { findAccountById } from '../auth/service.ts'
import { askMyDeletion, previewDeletion, undoDeletion } from './deletion.ts'
import { findExportFile, findMailedFile, listExports, requestExport } from './exports.ts'

export function privacyRoutes(api: Api) {
  handle(api, 'listMyExports', ({ deps, user }) => listExports(deps, user))
  handle(api, 'askMyExport', ({ deps, user }) => requestExport(deps, user))
  handle(api, 'downloadMyExport', async ({ deps, user, params, request, reply }) => {
    const file = await findExportFile(deps, user, params.id)
    reply.header('content-disposition', 'attachment; filename="flagyard-my-data.zip"')
    return sendFile(deps.files, file, { request, reply, type: 'application/zip' })
  })
  handle(api, 'downloadMailedExport', async ({ deps, user, body, request, reply }) => {
    const file = await findMailedFile(deps, user, body.token)
    reply.header('content-disposition', 'attachment; filename="flagyard-my-data.zip"')
    return sendFile(deps.files, file, { request, reply, type: 'application/zip' })
  })
  handle(api, 'previewMyDeletion', async ({ deps, user }) =>
    previewDeletion(deps, await findAccountById(deps.db, user.id)),
  )
  handle(api, 'askMyDeletion', async ({ deps, auditActor, body, reply }) => {
    const asked = await askMyDeletion(deps, auditActor, body)
    clearRefreshCookie(reply, deps.config.publicUrl)
    return asked
  })
  handle(api, 'undoDeletion', async ({ deps, body }) => ({
    message: `The account ${await undoDeletion(deps, body.token)} stays, with everything in it. Sign in to go on.`,
  }))
}
