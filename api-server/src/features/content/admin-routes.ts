import { type Api, handle } from '../../http/handle.ts'
import { importSample } from './sample.ts'

export function contentAdminRoutes(api: Api) {
  handle(api, 'importSample', ({ deps, auditActor, body }) => importSample(deps, auditActor, body))
}
