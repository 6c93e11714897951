import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { accountSource } from './list-queries.ts'
import { nukeAccount, readAccount, retire, saveAccount } from './service.ts'

export function cloudAccountAdminRoutes(api: Api) {
  const { tenants } = api.deps
  handleList(api, 'listAwsAccounts', { source: accountSource('aws', tenants) })
  handleList(api, 'listAzureSubscriptions', { source: accountSource('azure', tenants) })
  handleList(api, 'listGcpProjects', { source: accountSource('gcp', tenants) })
  handle(api, 'getCloudAccount', ({ deps, params }) => readAccount(deps, params.id))

  handle(api, 'updateAwsAccount', ({ deps, body: { account_id, ...edit }, ...by }) =>
    saveAccount(deps, by, 'aws', account_id, edit),
  )
  handle(api, 'updateAzureSubscription', ({ deps, body: { subscription_id, ...edit }, ...by }) =>
    saveAccount(deps, by, 'azure', subscription_id, edit),
  )
  handle(api, 'updateGcpProject', ({ deps, body: { project_id, ...edit }, ...by }) =>
    saveAccount(deps, by, 'gcp', project_id, edit),
  )

  handle(api, 'nukeAwsAccount', ({ deps, params, body, ...by }) =>
    nukeAccount(deps, by, 'aws', params.account_id, body),
  )
  handle(api, 'nukeAzureSubscription', ({ deps, params, body, ...by }) =>
    nukeAccount(deps, by, 'azure', params.subscription_id, body),
  )
  handle(api, 'nukeGcpProject', ({ deps, params, body, ...by }) =>
    nukeAccount(deps, by, 'gcp', params.project_id, body),
  )

  handle(api, 'deleteAwsAccount', ({ deps, params, ...by }) => retire(deps, by, 'aws', params.account_id))
  handle(api, 'deleteAzureSubscription', ({ deps, params, ...by }) => retire(deps, by, 'azure', params.subscription_id))
  handle(api, 'deleteGcpProject', ({ deps, params, ...by }) => retire(deps, by, 'gcp', params.project_id))
}
