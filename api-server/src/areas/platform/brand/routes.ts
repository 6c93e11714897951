import { ApiError } from '../../../errors.ts'
import { type Api, handle } from '../../../http/calls/handle.ts'
import { findPicture, readBrand, updateBrand } from './service.ts'

const types: Record<string, string> = { png: 'image/png', svg: 'image/svg+xml; charset=utf-8' }

export function brandRoutes(api: Api) {
  handle(api, 'getBrand', ({ deps, user }) => readBrand(deps, user))
  handle(api, 'updateBrand', ({ deps, auditActor, body }) => updateBrand(deps, auditActor, body))
  handle(api, 'getBrandPicture', async ({ deps, params, reply }) => {
    const picture = await findPicture(deps, params.name)
    if (!picture) throw new ApiError('not_found', 'There is no such picture.')
    return (
      reply
        .type(types[picture.name.split('.')[1] ?? ''] ?? 'application/octet-stream')
        .header('cache-control', 'public, max-age=31536000, immutable')
        // Other sites show the share picture, and mail programs the logo.
        .header('cross-origin-resource-policy', 'cross-origin')
        // A second guard for SVG files that are opened as a page.
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .send(Buffer.from(picture.base64, 'base64'))
    )
  })
}
