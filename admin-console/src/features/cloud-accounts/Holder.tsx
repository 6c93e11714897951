import type { CloudAccountRow } from '@flagyard/api-types'
import { ResourceLink } from '../../crud/links.tsx'

/** Current holder and lab, or the error that blocks the account. */
export function Holder({ account: { holder, lab, last_error } }: { account: CloudAccountRow }) {
  if (!holder && !lab) return last_error || '—'
  return (
    <>
      {holder && (
        <ResourceLink resource="users" id={holder}>
          {holder}
        </ResourceLink>
      )}
      {holder && lab && ' · '}
      {lab && (
        <ResourceLink resource="labs" id={lab}>
          {lab}
        </ResourceLink>
      )}
    </>
  )
}
