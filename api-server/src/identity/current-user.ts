/** The caller's account, read with every request so that changes apply to the next call. */
export interface CurrentUser {
  id: string
  username: string
  email: string
  full_name: string
  roles: ('user' | 'admin')[]
  capabilities: string[]
  activated_at: Date | null
  time_zone: string
  locale: string
  session_id: string
  /** The administrator who views Flagyard as this account, read-only. Null for the account itself. */
  impersonated_by: { id: string; username: string } | null
  /** A second factor is required for administrators, and this one has none yet. */
  needs_factor: boolean
}

/** The author of a change and their address, for the audit log. */
export interface AuditActor {
  actor: CurrentUser
  address: string
}
