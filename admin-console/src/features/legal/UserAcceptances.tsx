import { legalTitles, legalVersionPath } from '@flagyard/api-types/legal/pages'
import { Failed } from '@flagyard/ui/Feedback'
import { useCall } from '../../crud/calls.tsx'
import { formatMoment } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'

const places = { sign_up: 'at sign-up', order: 'with an order', exam: 'for an exam', page: 'on the site' } as const

/** Versions of legal pages that the account accepted. */
export function UserAcceptances({ username }: { username: string }) {
  const { data, error, refetch } = useCall('listUserAcceptances', { username })
  if (error) return <Failed what="the accepted pages" why={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <p>Loading…</p>
  if (data.length === 0) return <p>None.</p>
  return (
    <ul>
      {data.map(({ page, version, via, accepted_at }) => (
        <li key={`${page} ${version}`}>
          <a href={legalVersionPath(page, version)}>
            {legalTitles[page]}, version {version}
          </a>
          , {formatMoment(accepted_at)} {places[via]}
        </li>
      ))}
    </ul>
  )
}
