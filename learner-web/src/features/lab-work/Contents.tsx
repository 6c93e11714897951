import type { Contents as ContentsRead } from '@flagyard/api-types'
import { formatMicros, formatMinutes } from '@flagyard/ui/format'
import { useEffect } from 'react'
import { useNow } from '../../lib/useNow.ts'
import { toasts } from '../../shell/toasts.ts'
import styles from './lab-work.module.css'

interface Props {
  contents: ContentsRead | null
  /** Selects the warning for exceeded limits: a lab ends, an exam does not. */
  isExam?: boolean
}

/** Resources in the account at the latest check, and a warning if they exceed the limits. */
export function Contents({ contents, isExam = false }: Props) {
  const over = contents?.over_since ?? null
  const warning = isExam
    ? 'Your environment has more resources than allowed. Your exam continues. Remove what you do not need.'
    : 'Your account has more resources than the lab allows. Remove what you do not need within five minutes, or the lab will end.'
  useEffect(() => {
    if (over) toasts.show({ type: 'warning', content: warning })
  }, [over, warning])
  if (!contents) return null
  return (
    <>
      {over && (
        <p className="small" role="alert">
          <strong>{warning}</strong>
        </p>
      )}
      <p className={styles.note}>
        {contentsText(contents)} · <CheckedAgo at={contents.read_at} />
      </p>
    </>
  )
}

function CheckedAgo({ at }: { at: string }) {
  const minutes = Math.floor((useNow() - Date.parse(at)) / 60_000)
  return minutes < 1 ? 'checked just now' : `checked ${formatMinutes(minutes)} ago`
}

/** `3 of 20 resources, about 0.42 EUR an hour`. */
function contentsText({ resources, max_resources, hourly_micros, currency, unpriced }: ContentsRead): string {
  const count = max_resources === null ? `${resources} resources` : `${resources} of ${max_resources} resources`
  const cost = `about ${formatMicros(hourly_micros, currency)} an hour`
  return `${count}, ${cost}${unpriced > 0 ? `, ${unpriced} of unknown price` : ''}`
}
