import { ButtonLink } from '@flagyard/ui/Button'
import { Empty, Failed } from '@flagyard/ui/States'
import { sentenceOf } from '../lib/problem.ts'

/** In place of a record's page: there is no such record, or it did not come. */
export function RecordNotFound({
  what,
  error,
  back,
  onRetry,
}: {
  what: string
  error: unknown
  back: { to: string; label: string }
  onRetry: () => void
}) {
  if (!(error instanceof Error && 'code' in error && error.code === 'not_found'))
    return <Failed what={`this ${what}`} why={sentenceOf(error)} onRetry={onRetry} />
  return (
    <Empty
      title={`There is no such ${what}`}
      icon="search"
      action={<ButtonLink to={back.to}>{`Back to ${back.label}`}</ButtonLink>}
    >
      It may be gone, or the address was cut short.
    </Empty>
  )
}
