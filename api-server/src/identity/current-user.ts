/** The account behind the bearer, as it is now: read with every request, so that a change acts at the next call. */
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
  /** The administrator who looks on as this account, read-only; null when it is the account itself. */
  seen_by: { id: string; username: string } | null
  /** An administrator without the second factor that the owner requires. */
  needs_factor: boolean
}

/** Who changed something, and from which address: what the audit log keeps of an administrator. */
export interface AuditActor {
  actor: CurrentUser
  address: string
}
