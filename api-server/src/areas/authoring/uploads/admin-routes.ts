import { type Api, handle } from '../../../http/handle.ts'
import { readRules, readUpload } from './service.ts'
import { answerTus } from './tus.ts'

export function uploadAdminRoutes(api: Api) {
  // Leaves the body as a stream, which tus reads.
  api.app.addContentTypeParser('application/offset+octet-stream', (_request, payload, done) => done(null, payload))
  // Registered before the GET route of the same path, for which Fastify would add its own HEAD route.
  handle(api, 'getUploadOffset', answerTus)
  handle(api, 'createUpload', answerTus)
  handle(api, 'appendUpload', answerTus)
  handle(api, 'deleteUpload', answerTus)
  handle(api, 'getUpload', ({ deps, params }) => readUpload(deps, params.id))
  handle(api, 'getUploadRules', ({ deps }) => readRules(deps))
}
