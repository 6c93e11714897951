import type { ReactNode } from 'react'
import { AuthCard } from './AuthCard.tsx'

/** Page for an e-mailed link whose token is missing. `help` links to an alternative. */
export function IncompleteLink({ help }: { help: ReactNode }) {
  return (
    <AuthCard
      title="This link is incomplete"
      intro="Part of it is missing. Open the link in your e-mail again, or copy the whole link."
      footer={help}
    />
  )
}
