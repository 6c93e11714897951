import { type Operation, operations } from '@flagyard/api-types'
import { type Api, handle } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { attachment } from '../../../http/files.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import { revisionSource } from '../../catalogue/revisions/index.ts'
import { readMissing, sendExport } from './archive/export.ts'
import * as archives from './archive/imports.ts'
import { importSample } from './archive/imports.ts'
import { bundleSource } from './bundle-source.ts'
import * as bundles from './editor/bundles.ts'
import * as exams from './editor/exams.ts'
import { listFlags, revealSecret, saveExamFlags, saveLabFlags } from './editor/flag-lists.ts'
import * as tests from './editor/lab-tests.ts'
import * as labs from './editor/labs.ts'
import * as publication from './editor/publication.ts'
import { revisionsOf } from './editor/queries.ts'

export function contentAdminRoutes(api: Api) {
  handle(api, 'importSample', ({ deps, auditActor, body }) => importSample(deps, auditActor, body))
  handle(api, 'exportContent', async ({ deps, auditActor, body, reply }) => {
    const { name, content } = await sendExport(deps, auditActor, body)
    reply.type('application/zip').header('content-disposition', attachment(name))
    return content
  })
  handle(api, 'listMissingFiles', ({ deps, body }) => readMissing(deps, body.names))
  handle(api, 'checkArchive', ({ deps, auditActor, body }) => archives.checkArchive(deps, auditActor, body))
  handle(api, 'getContentImport', ({ deps, params }) => archives.readImport(deps, params.id))
  handle(api, 'importArchive', ({ deps, auditActor, params, body }) =>
    archives.importArchive(deps, auditActor, { id: params.id, ...body }),
  )
  handle(api, 'getLabForAdmin', ({ deps, user, params }) => labs.readLab(deps, user, params.slug))
  handle(api, 'saveLab', async ({ deps, user, auditActor, params, body }) => {
    await labs.saveLab(deps, auditActor, params.slug, body)
    return labs.readLab(deps, user, params.slug)
  })
  handle(api, 'deleteLab', ({ deps, auditActor, params }) => labs.deleteLab(deps, auditActor, params.slug))
  handle(api, 'listLabFlagsForAdmin', ({ deps, params }) => listFlags(deps, 'labs', params.slug))
  handle(api, 'saveLabFlags', ({ deps, auditActor, params, body }) => saveLabFlags(deps, auditActor, params.slug, body))
  handle(api, 'getLabTest', ({ deps, user, params }) => tests.readLabTest(deps, user, params.slug))
  handle(api, 'startLabTest', ({ deps, auditActor, params, body }) =>
    tests.startLabTest(deps, auditActor, params.slug, body.values),
  )
  handle(api, 'endLabTest', ({ deps, auditActor, params }) => tests.endLabTest(deps, auditActor, params.slug))
  handle(api, 'submitTestFlag', ({ deps, auditActor, params, body }) =>
    tests.submitTestFlag(deps, auditActor, params, body.flag),
  )
  handle(api, 'getExamForAdmin', ({ deps, user, params }) => exams.readExam(deps, user, params.slug))
  handle(api, 'saveExam', async ({ deps, user, auditActor, params, body }) => {
    await exams.saveExam(deps, auditActor, params.slug, body)
    return exams.readExam(deps, user, params.slug)
  })
  handle(api, 'deleteExam', ({ deps, auditActor, params }) => exams.deleteExam(deps, auditActor, params.slug))
  handle(api, 'listExamFlagsForAdmin', ({ deps, params }) => listFlags(deps, 'exams', params.slug))
  handle(api, 'saveExamFlags', ({ deps, auditActor, params, body }) =>
    saveExamFlags(deps, auditActor, params.slug, body),
  )
  handle(api, 'publishLab', async ({ deps, user, auditActor, params, body }) => {
    await publication.publishContent(deps, auditActor, 'labs', params.slug, body)
    return labs.readLab(deps, user, params.slug)
  })
  handle(api, 'cancelLabPublication', async ({ deps, user, auditActor, params }) => {
    await publication.cancelContentPublication(deps, auditActor, 'labs', params.slug)
    return labs.readLab(deps, user, params.slug)
  })
  handle(api, 'discardLabDraft', async ({ deps, user, auditActor, params, body }) => {
    await publication.discardContentDraft(deps, auditActor, 'labs', params.slug, body)
    return labs.readLab(deps, user, params.slug)
  })
  handle(api, 'takeBackLabRevision', async ({ deps, user, auditActor, params }) => {
    await publication.takeBackContentRevision(deps, auditActor, 'labs', params)
    return labs.readLab(deps, user, params.slug)
  })
  handle(api, 'publishExam', async ({ deps, user, auditActor, params, body }) => {
    await publication.publishContent(deps, auditActor, 'exams', params.slug, body)
    return exams.readExam(deps, user, params.slug)
  })
  handle(api, 'cancelExamPublication', async ({ deps, user, auditActor, params }) => {
    await publication.cancelContentPublication(deps, auditActor, 'exams', params.slug)
    return exams.readExam(deps, user, params.slug)
  })
  handle(api, 'discardExamDraft', async ({ deps, user, auditActor, params, body }) => {
    await publication.discardContentDraft(deps, auditActor, 'exams', params.slug, body)
    return exams.readExam(deps, user, params.slug)
  })
  handle(api, 'takeBackExamRevision', async ({ deps, user, auditActor, params }) => {
    await publication.takeBackContentRevision(deps, auditActor, 'exams', params)
    return exams.readExam(deps, user, params.slug)
  })
  handleList(api, 'listLabRevisions', {
    source: revisionSource,
    scope: revisionsOf('labs'),
    allowed: allowedOnRevision(operations.takeBackLabRevision),
  })
  handleList(api, 'listExamRevisions', {
    source: revisionSource,
    scope: revisionsOf('exams'),
    allowed: allowedOnRevision(operations.takeBackExamRevision),
  })
  handle(api, 'revealFlagSecret', ({ deps, auditActor, params }) => revealSecret(deps, auditActor, params.id))
  handleList(api, 'listBundlesForAdmin', { source: bundleSource })
  handle(api, 'getBundleForAdmin', ({ deps, user, params }) => bundles.readBundle(deps, user, params.slug))
  handle(api, 'saveBundle', async ({ deps, user, auditActor, params, body }) => {
    await bundles.saveBundle(deps, auditActor, params.slug, body)
    return bundles.readBundle(deps, user, params.slug)
  })
  handle(api, 'deleteBundle', ({ deps, auditActor, params }) => bundles.deleteBundle(deps, auditActor, params.slug))
}

const allowedOnRevision =
  (row: Operation) =>
  ({ is_latest }: { is_latest: boolean }, caller: CurrentUser) =>
    allowedAmong({ take_back: is_latest && mayCall(row, caller) })
