/** Fields of an entitlement that the dialogs need. */
export interface Access {
  id: string
  username: string
  title: string
  ends_at: string | null
  version: number
  allowed: readonly string[]
}

export interface AccessDialogProps {
  row: Access
  onClose: () => void
}
