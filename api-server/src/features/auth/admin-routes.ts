import { type Api, handle } from '../../http/handle.ts'
import { getSecuritySettings, updateSecuritySettings } from './security-settings.ts'

export function authAdminRoutes(api: Api) {
  handle(api, 'getSecuritySettings', ({ deps }) => getSecuritySettings(deps))
  handle(api, 'updateSecuritySettings', ({ deps, user, address, body }) =>
    updateSecuritySettings(deps, { actor: user, address }, body),
  )
}
