import type { ReactNode } from 'react'
import { AuthCard } from './AuthCard.tsx'

/** The page of a mailed link that lost its token on the way. `help` leads to another way to the same end. */
export function IncompleteLink({ help }: { help: ReactNode }) {
  return (
    <AuthCard
      title="This link is incomplete"
      intro="Part of it is missing. Open the link in your e-mail again, or copy the whole link."
      footer={help}
    />
  )
}
