/** A role, as printed by `az role definition list`. */
export interface AzureRole {
  /** Display name. Assignments refer to it, or to `id`. */
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
  /** `/`, a management group, a subscription, a resource group or a resource; it applies to everything below. */
  scope: string
}

export interface AzureDenyAssignment {
  name: string
  id: string
  /** Object ids; `*` is everyone. */
  principals: string[]
  exclude_principals?: string[]
  scope: string
  permissions: AzurePermissions[]
  do_not_apply_to_child_scopes?: boolean
}

export interface AzureRequest {
  /** Name of the caller in errors: a user's address, or an application's id. */
  client: string
  object_id: string
  /** Object ids of the caller's groups, direct or nested. */
  groups?: string[]
  /** As in `Microsoft.Compute/virtualMachines/runCommand/action`. */
  action: string
  /** Whether it is a data action (blobs, secrets), evaluated with `dataActions`. */
  data?: boolean
  /** Full id of the resource. */
  scope: string
  /** Management groups above the subscription, as scopes. */
  management_groups?: string[]
  roles: AzureRole[]
  assignments: AzureAssignment[]
  deny_assignments?: AzureDenyAssignment[]
}
