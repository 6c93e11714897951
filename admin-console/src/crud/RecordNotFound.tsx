import { Empty, Failed } from '@flagyard/ui/Feedback'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { codeOf, sentenceOf } from '../lib/problem.ts'

interface Props {
  recordLabel: string
  error: unknown
  back: { to: string; label: string }
  onRetry: () => void
}

/** Replaces a record's page if the record does not exist or failed to load. */
export function RecordNotFound({ recordLabel, error, back, onRetry }: Props) {
  if (codeOf(error) !== 'not_found')
    return <Failed what={`this ${recordLabel}`} why={sentenceOf(error)} onRetry={onRetry} />
  return (
    <Empty
      title={`There is no such ${recordLabel}`}
      icon="search"
      action={
        <Button component={Link} to={back.to}>
          {`Back to ${back.label}`}
        </Button>
      }
    >
      It may be gone, or the address was cut short.
    </Empty>
  )
}
