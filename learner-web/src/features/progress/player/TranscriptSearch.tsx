import { Button } from '@flagyard/ui/Button'
import styles from './BelowVideo.module.css'

interface Props {
  wanted: string
  /** Number of matching lines; `at` is the index of the current one. */
  found: number
  at: number
  onChange: (wanted: string) => void
  onStep: (by: 1 | -1) => void
}

/** Searches a transcript. Enter goes to the next match, Shift Enter to the previous one. */
export function TranscriptSearch({ wanted, found, at, onChange, onStep }: Props) {
  const searches = wanted.trim() !== ''
  return (
    <search className={styles.tools}>
      <input
        type="search"
        dir="auto"
        className={styles.field}
        value={wanted}
        maxLength={100}
        placeholder="Search in the transcript"
        aria-label="Search in the transcript"
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || found === 0) return
          event.preventDefault()
          onStep(event.shiftKey ? -1 : 1)
        }}
      />
      <span className="small muted" role="status">
        {searches && (found === 0 ? 'Not found' : `${at + 1} of ${found}`)}
      </span>
      {searches && found > 0 && (
        <>
          <Button onClick={() => onStep(-1)} aria-label="Previous match">
            Previous
          </Button>
          <Button onClick={() => onStep(1)} aria-label="Next match">
            Next
          </Button>
        </>
      )}
    </search>
  )
}
