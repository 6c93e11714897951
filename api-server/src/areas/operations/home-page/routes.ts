import { type Api, handle } from '../../../http/calls/handle.ts'
import { preview, readHomePage, readSettings, updateHomePage } from './service.ts'

export function homePageRoutes(api: Api) {
  handle(api, 'getHomePage', ({ deps }) => readHomePage(deps))
  handle(api, 'getHomePageSettings', ({ deps, user }) => readSettings(deps, user))
  handle(api, 'updateHomePage', ({ deps, auditActor, body }) => updateHomePage(deps, auditActor, body))
  handle(api, 'previewHomePage', ({ deps, body }) => preview(deps, body.blocks))
}
