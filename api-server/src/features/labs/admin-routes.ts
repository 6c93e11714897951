import { type Api, handle } from '../../http/handle.ts'
import { listLabSecrets } from '../flags/service.ts'
import { findLabBySlug, listLabChoices } from './queries.ts'

export function labAdminRoutes(api: Api) {
  handle(api, 'listLabChoices', ({ deps }) => listLabChoices(deps.db))
  handle(api, 'listLabFlagSecrets', async ({ deps, params }) => {
    const lab = await findLabBySlug(deps.db, params.slug)
    return listLabSecrets(deps, lab.id)
  })
}
