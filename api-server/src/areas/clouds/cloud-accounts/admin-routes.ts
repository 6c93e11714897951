import { type Api, handle } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { verifyNow } from './cleaning/check.ts'
import { acceptResidue, withdrawResidue } from './cleaning/residue.ts'
import { findHolderAt, listHolders } from './holders.ts'
import { importAccounts } from './import.ts'
import { accountSource } from './list-queries.ts'
import { nukeAccount, readAccount, retire, saveAccount } from './service.ts'
import { allowedOnAccount as allowed } from './transitions.ts'

export function cloudAccountAdminRoutes(api: Api) {
  const { tenants } = api.deps
  handleList(api, 'listAwsAccounts', { source: accountSource('aws', tenants), allowed })
  handleList(api, 'listAzureSubscriptions', { source: accountSource('azure', tenants), allowed })
  handleList(api, 'listGcpProjects', { source: accountSource('gcp', tenants), allowed })
  handle(api, 'getCloudAccount', ({ deps, user, params }) => readAccount(deps, user, params.id))

  handle(api, 'listCloudAccountHolders', ({ deps, params }) => listHolders(deps, params.id))
  handle(api, 'findCloudAccountHolder', ({ deps, params, query }) => findHolderAt(deps, params.id, query))

  handle(api, 'verifyCloudAccount', ({ deps, params, auditActor }) => verifyNow(deps, auditActor, params.id))
  handle(api, 'acceptCloudResidue', ({ deps, params, body, auditActor }) =>
    acceptResidue(deps, auditActor, params.id, body),
  )
  handle(api, 'withdrawCloudResidue', ({ deps, params, body, auditActor }) =>
    withdrawResidue(deps, auditActor, params.id, body),
  )
  handle(api, 'importCloudAccounts', ({ deps, body, auditActor }) => importAccounts(deps, auditActor, body))

  handle(api, 'updateAwsAccount', ({ deps, auditActor, body: { account_id, ...edit } }) =>
    saveAccount(deps, auditActor, 'aws', account_id, edit),
  )
  handle(api, 'updateAzureSubscription', ({ deps, auditActor, body: { subscription_id, ...edit } }) =>
    saveAccount(deps, auditActor, 'azure', subscription_id, edit),
  )
  handle(api, 'updateGcpProject', ({ deps, auditActor, body: { project_id, ...edit } }) =>
    saveAccount(deps, auditActor, 'gcp', project_id, edit),
  )

  handle(api, 'nukeAwsAccount', ({ deps, params, body, auditActor }) =>
    nukeAccount(deps, auditActor, 'aws', params.account_id, body),
  )
  handle(api, 'nukeAzureSubscription', ({ deps, params, body, auditActor }) =>
    nukeAccount(deps, auditActor, 'azure', params.subscription_id, body),
  )
  handle(api, 'nukeGcpProject', ({ deps, params, body, auditActor }) =>
    nukeAccount(deps, auditActor, 'gcp', params.project_id, body),
  )

  handle(api, 'deleteAwsAccount', ({ deps, params, auditActor }) => retire(deps, auditActor, 'aws', params.account_id))
  handle(api, 'deleteAzureSubscription', ({ deps, params, auditActor }) =>
    retire(deps, auditActor, 'azure', params.subscription_id),
  )
  handle(api, 'deleteGcpProject', ({ deps, params, auditActor }) => retire(deps, auditActor, 'gcp', params.project_id))
}
