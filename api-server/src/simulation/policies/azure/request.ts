/** A role, as `az role definition list` shows it. */
export interface AzureRole {
  /** Its display name: assignments name it so, or by `id`. */
  name: string
  id?: string
  permissions: AzurePermissions[]
}

export interface AzurePermissions {
  actions?: string[]
  notActions?: string[]
  dataActions?: string[]
  notDataActions?: string[]
}

export interface AzureAssignment {
  /** Object id of a user, group, service principal or managed identity. */
  principal_id: string
  role: string
  /** `/`, a management group, a subscription, a resource group or a resource; it holds for everything below. */
  scope: string
}

export interface AzureDenyAssignment {
  name: string
  id: string
  /** Object ids; `*` is everybody. */
  principals: string[]
  exclude_principals?: string[]
  scope: string
  permissions: AzurePermissions[]
  do_not_apply_to_child_scopes?: boolean
}

export interface AzureRequest {
  /** How the refusal names the caller: a user's address, or an application's id. */
  client: string
  object_id: string
  /** Object ids of the groups that the caller is in, directly or not. */
  groups?: string[]
  /** As in `Microsoft.Compute/virtualMachines/runCommand/action`. */
  action: string
  /** Whether it is an action on data (blobs, secrets), judged by dataActions. */
  data?: boolean
  /** Full id of the resource. */
  scope: string
  /** Management groups above the subscription, as scopes. */
  management_groups?: string[]
  roles: AzureRole[]
  assignments: AzureAssignment[]
  deny_assignments?: AzureDenyAssignment[]
}
