/** One level of the tree with the policies that are set on it. */
export interface GcpNode {
  /** Full name: `organizations/1`, `folders/2`, `projects/p`, `projects/p/secrets/s`, `projects/_/buckets/b`. */
  name: string
  bindings?: GcpBinding[]
  deny?: GcpDenyRule[]
}

export interface GcpBinding {
  /** `roles/viewer`, `projects/p/roles/reportPublisher`. */
  role: string
  /** `user:…`, `serviceAccount:…`, `group:…`, `domain:…`, `allUsers`, `allAuthenticatedUsers`. */
  members: string[]
  condition?: { title?: string; expression: string }
}

export interface GcpDenyRule {
  /** Principals by the names above, or `*` for everybody. */
  denied_principals: string[]
  exception_principals?: string[]
  /** As in `iam.googleapis.com/roles.update`, or a group of them: `iam.googleapis.com/roles.*`. */
  denied_permissions: string[]
  exception_permissions?: string[]
  condition?: { expression: string }
}

export interface GcpRequest {
  /** `user:…` or `serviceAccount:…`; null is somebody who did not sign in. */
  member: string | null
  /** `group:…` that the member is in, directly or not. */
  groups?: string[]
  /** As in `storage.objects.get`. */
  permission: string
  /** From the organisation down to the resource that is asked for. */
  path: GcpNode[]
  /** Permissions of each role by its name; `storage.objects.*` is allowed in the lists of predefined roles. */
  roles: Readonly<Record<string, readonly string[]>>
  /** What conditions may ask about. */
  resource?: { name?: string; type?: string; service?: string }
  time?: string
}
