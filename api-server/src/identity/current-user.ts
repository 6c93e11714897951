/** The caller's account, read with every request so that a change applies to the next call. */
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
  /** The administrator who views Flagyard as this account, read-only; null for the account itself. */
  impersonated_by: { id: string; username: string } | null
  /** The owner requires a second factor of administrators, and this one has none yet. */
  needs_factor: boolean
}

/** Who made a change, and from which address: recorded in the audit log. */
export interface AuditActor {
  actor: CurrentUser
  address: string
}
