import { type Api, handle } from '../../http/handle.ts'
import { readRules, readUpload } from './service.ts'
import { answerTus } from './tus.ts'

export function uploadAdminRoutes(api: Api) {
  // The bytes stay a stream: tus reads them.
  api.app.addContentTypeParser('application/offset+octet-stream', (_request, payload, done) => done(null, payload))
  // Before the GET of the same path, for which Fastify would make one of its own.
  handle(api, 'getUploadOffset', answerTus)
  handle(api, 'createUpload', answerTus)
  handle(api, 'appendUpload', answerTus)
  handle(api, 'deleteUpload', answerTus)
  handle(api, 'getUpload', ({ deps, params }) => readUpload(deps, params.id))
  handle(api, 'getUploadRules', ({ deps }) => readRules(deps))
}
