import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { labSource } from './lab-source.ts'
import { endLabTest, readLabTest, startLabTest, submitTestFlag } from './lab-tests.ts'

export function labRoomAdminRoutes(api: Api) {
  handleList(api, 'listLabsForAdmin', { source: labSource })
  handle(api, 'getLabTest', ({ deps, user, params }) => readLabTest(deps, user, params.slug))
  handle(api, 'startLabTest', ({ deps, auditActor, params, body }) =>
    startLabTest(deps, auditActor, params.slug, body.values),
  )
  handle(api, 'endLabTest', ({ deps, auditActor, params }) => endLabTest(deps, auditActor, params.slug))
  handle(api, 'submitTestFlag', ({ deps, auditActor, params, body }) =>
    submitTestFlag(deps, auditActor, params, body.flag),
  )
}
