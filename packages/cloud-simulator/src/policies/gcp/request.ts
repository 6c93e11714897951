/** One level of the resource hierarchy, with the policies set on it. */
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
  /** Principals in the formats above, or `*` for everyone. */
  denied_principals: string[]
  exception_principals?: string[]
  /** As in `iam.googleapis.com/roles.update`, or a group of them: `iam.googleapis.com/roles.*`. */
  denied_permissions: string[]
  exception_permissions?: string[]
  condition?: { expression: string }
}

export interface GcpRequest {
  /** `user:…` or `serviceAccount:…`; null for an unauthenticated caller. */
  member: string | null
  /** `group:…` of which the member is a direct or nested member. */
  groups?: string[]
  /** As in `storage.objects.get`. */
  permission: string
  /** From the organisation down to the requested resource. */
  path: GcpNode[]
  /** Permissions of each role by its name; `storage.objects.*` is allowed in the lists of predefined roles. */
  roles: Readonly<Record<string, readonly string[]>>
  /** Attributes available to conditions. */
  resource?: { name?: string; type?: string; service?: string }
  time?: string
}
