import { type Api, handle } from '../../../http/calls/handle.ts'
import { clearRefreshCookie } from '../../../http/cookies.ts'
import { sendFile } from '../../../http/files.ts'
import { findAccount } from '../../platform/auth/index.ts'
import { eraseAddress, exportAddressData, openAddressLink, requestAddressLink } from './address.ts'
import { deleteUser, previewDeletion, requestMyDeletion, undoDeletion, undoUserDeletion } from './deletion.ts'
import { findExportFile, findMailedFile, listExports, requestExport } from './exports.ts'
import { listRetention } from './jobs.ts'

export function privacyRoutes(api: Api) {
  handle(api, 'listRetention', ({ deps }) => listRetention(deps))
  handle(api, 'askAddressLink', async ({ deps, body }) => {
    await requestAddressLink(deps, body.email)
    return { message: 'Check your inbox. We send at most five links an hour; each works once, within one day.' }
  })
  handle(api, 'openAddressLink', ({ deps, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return openAddressLink(deps, body.token)
  })
  handle(api, 'downloadAddressData', async ({ deps, body, reply }) => {
    const content = await exportAddressData(deps, body.token)
    reply.header('content-disposition', 'attachment; filename="my-address.json"')
    return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(content)
  })
  handle(api, 'eraseAddress', async ({ deps, body }) => {
    await eraseAddress(deps, body.token)
    return { message: 'We are erasing your address. Only data that the law requires us to keep will remain.' }
  })
  handle(api, 'listMyExports', ({ deps, user }) => listExports(deps, user))
  handle(api, 'requestMyExport', ({ deps, user }) => requestExport(deps, user))
  handle(api, 'downloadMyExport', async ({ deps, user, params, request, reply }) => {
    const file = await findExportFile(deps, user, params.id)
    reply.header('content-disposition', 'attachment; filename="my-data.zip"')
    return sendFile(deps.files, file, { request, reply, type: 'application/zip' })
  })
  handle(api, 'downloadMailedExport', async ({ deps, user, body, request, reply }) => {
    const file = await findMailedFile(deps, user, body.token)
    reply.header('content-disposition', 'attachment; filename="my-data.zip"')
    return sendFile(deps.files, file, { request, reply, type: 'application/zip' })
  })
  handle(api, 'previewMyDeletion', async ({ deps, user }) =>
    previewDeletion(deps, await findAccount(deps.db, { id: user.id })),
  )
  handle(api, 'requestMyDeletion', async ({ deps, auditActor, body, reply }) => {
    const asked = await requestMyDeletion(deps, auditActor, body)
    clearRefreshCookie(reply, deps.config.publicUrl)
    return asked
  })
  handle(api, 'undoDeletion', async ({ deps, body }) => ({
    message: `The account ${await undoDeletion(deps, body.token)} is no longer due to be deleted. Sign in to continue.`,
  }))
}

export function privacyAdminRoutes(api: Api) {
  handle(api, 'previewUserDeletion', async ({ deps, params }) =>
    previewDeletion(deps, await findAccount(deps.db, { username: params.username })),
  )
  handle(api, 'deleteUser', ({ deps, auditActor, params, body }) => deleteUser(deps, auditActor, params.username, body))
  handle(api, 'undoUserDeletion', ({ deps, auditActor, params, body }) =>
    undoUserDeletion(deps, auditActor, params.username, body.reason),
  )
}
