import { ApiError } from '../../../errors.ts'
import { type Api, handle } from '../../../http/calls/handle.ts'
import { sendFile } from '../../../http/files.ts'
import { keyOfChecksum, pictureTypes, typeOf } from './file-types.ts'
import { readRules, readUpload } from './service.ts'
import { answerTus } from './upload-store.ts'

export function uploadRoutes(api: Api) {
  handle(api, 'getPicture', ({ deps, params, request, reply }) => {
    const type = pictureTypes[typeOf(params.name)]
    if (!type || !/^[0-9a-f]{64}\.[a-z]+$/.test(params.name))
      throw new ApiError('not_found', 'There is no such picture.')
    // Other bytes have another checksum, and therefore another URL.
    return sendFile(deps.files, keyOfChecksum(params.name), {
      request,
      reply,
      type,
      cache: 'public, max-age=31536000, immutable',
    })
  })
}

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
