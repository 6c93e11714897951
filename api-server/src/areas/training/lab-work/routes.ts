import { type Api, handle, handleCounting, handleReadAhead } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { attachment, sendFile } from '../../../http/files.ts'
import * as corrections from './corrections.ts'
import { listUserLabs } from './corrections.ts'
import { addExtraData } from './extra-data.ts'
import { findTriedFlag, listTriedFlags } from './flag-queries.ts'
import * as flags from './flags.ts'
import { presentMyLabs, readLabWalkthrough, readMyLab, readMyLabs, takeDownload } from './my-labs.ts'
import { labSource } from './queries.ts'

export function labWorkRoutes(api: Api) {
  handle(api, 'getMyLab', ({ deps, params, user, address }) => readMyLab(deps, user, params.slug, address))
  handleReadAhead(api, 'listMyLabs', readMyLabs, ({ deps, user }, read) => presentMyLabs(deps, user, read))
  handle(api, 'addExtraDataLab', ({ deps, params, user, body, address }) =>
    addExtraData(deps, user, params.slug, body.values, address),
  )
  handle(api, 'listLabFlags', ({ deps, params, user }) => flags.listLabFlags(deps, user, params.lab))
  handle(api, 'listMyFlags', ({ deps, user }) => flags.listMyFlags(deps, user))
  handle(api, 'checkFlag', ({ deps, params, user }) => flags.checkFlag(deps, user, params.id))
  handleCounting(
    api,
    'submitFlag',
    ({ db }, userId, { id }) => findTriedFlag(db, userId, id),
    ({ deps, user, body }, limits, tried) => flags.submitFlag(deps, user, { tried, value: body.flag }, limits),
  )
  handleCounting(
    api,
    'submitLabFlag',
    ({ db }, userId, { slug }) => listTriedFlags(db, userId, slug),
    ({ deps, user, params, body }, limits, all) =>
      flags.submitLabFlag(deps, user, { slug: params.slug, all, value: body.flag }, limits),
  )
  handle(api, 'takeHint', ({ deps, user, params }) => flags.takeHint(deps, user, params.id))
  handle(api, 'getLabWalkthrough', ({ deps, user, params }) => readLabWalkthrough(deps, user, params.slug))
  handle(api, 'downloadLabFile', async ({ deps, user, params, body, request, reply }) => {
    const file = await takeDownload(deps, user, params.slug, body.name)
    reply.header('content-disposition', attachment(file.name))
    return sendFile(deps.files, file.file, { request, reply, type: 'application/octet-stream' })
  })
  handle(api, 'getWalkthroughUrl', ({ deps, params, user }) => flags.readWalkthrough(deps, user, params.id))
}

export function labWorkAdminRoutes(api: Api) {
  handleList(api, 'listLabsForAdmin', { source: labSource })
  handle(api, 'listUserLabs', ({ deps, user, params }) => listUserLabs(deps.db, user, params.username))
  handle(api, 'extendLabAccess', ({ deps, auditActor, params, query, body }) =>
    corrections.extendLabAccess(deps, auditActor, { ...params, ...query }, body),
  )
  handle(api, 'setLabDownloadLimit', ({ deps, auditActor, params, query, body }) =>
    corrections.setLabDownloadLimit(deps, auditActor, { ...params, ...query }, body),
  )
  handle(api, 'resetLabResets', ({ deps, auditActor, params, body }) =>
    corrections.resetLabResets(deps, auditActor, params, body),
  )
  handle(api, 'resetLabForUser', ({ deps, auditActor, params, body }) =>
    corrections.resetLabForUser(deps, auditActor, params, body),
  )
}
