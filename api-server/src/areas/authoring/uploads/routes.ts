import { ApiError } from '../../../errors.ts'
import { sendFile } from '../../../http/files.ts'
import { type Api, handle } from '../../../http/handle.ts'
import { keyOfChecksum, pictureTypes, typeOf } from './file-types.ts'

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
