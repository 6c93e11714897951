import { Dialog } from '@flagyard/ui/Dialog'
import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { RichText } from '../../../shell/RichText.tsx'

interface Props {
  title: string
  open: boolean
  onClose: () => void
  answer: {
    data: { url: string | null; markdown: string | null } | undefined
    error: Error | null
    refetch: () => Promise<unknown>
  }
}

export function WalkthroughDialog({ title, open, onClose, answer: { data: walkthrough, error, refetch } }: Props) {
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      {error && <Failed what="the walkthrough" why={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !walkthrough && <Loading what="the walkthrough" />}
      {walkthrough?.markdown && <RichText>{walkthrough.markdown}</RichText>}
      {walkthrough?.url && (
        <p>
          <a href={walkthrough.url} target="_blank" rel="noopener noreferrer">
            Open the walkthrough<span className="visually-hidden"> (in a new tab)</span>
          </a>
        </p>
      )}
    </Dialog>
  )
}
