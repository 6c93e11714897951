import { type Api, handle } from '../../../http/calls/handle.ts'
import * as legal from './service.ts'

export function legalRoutes(api: Api) {
  handle(api, 'listLegalPages', ({ deps }) => legal.listCurrentPages(deps))
  handle(api, 'getLegalPage', ({ deps, params, query }) =>
    legal.readPage(deps, params.page, query.version === undefined ? undefined : Number(query.version)),
  )
  handle(api, 'listLegalPagesToAccept', ({ deps, user }) => legal.listDue(deps, user))
  handle(api, 'acceptLegalPage', ({ deps, user, params, body }) =>
    legal.acceptShownPage(deps, user, params.page, body.version),
  )
}

export function legalAdminRoutes(api: Api) {
  handle(api, 'listLegalPagesForAdmin', ({ deps }) => legal.listForAdmin(deps))
  handle(api, 'getLegalPageForAdmin', ({ deps, user, params }) => legal.readForAdmin(deps, user, params.page))
  handle(api, 'saveLegalDraft', ({ deps, auditActor, params, body }) =>
    legal.saveDraft(deps, auditActor, params.page, body),
  )
  handle(api, 'publishLegalPage', ({ deps, auditActor, params, body }) =>
    legal.publishPage(deps, auditActor, params.page, body),
  )
  handle(api, 'cancelLegalPublication', ({ deps, auditActor, params, body }) =>
    legal.cancelPublication(deps, auditActor, params.page, body),
  )
}
