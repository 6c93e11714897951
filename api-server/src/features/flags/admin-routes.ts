import { type Api, handle } from '../../http/handle.ts'
import { listLabSecrets } from './service.ts'

export function flagAdminRoutes(api: Api) {
  handle(api, 'listLabFlagSecrets', ({ deps, params }) => listLabSecrets(deps, params.slug))
}
