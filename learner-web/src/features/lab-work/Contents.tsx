import type { Contents as ContentsRead } from '@flagyard/api-types'
import { formatMicros, formatMinutes } from '@flagyard/ui/format'
import { useEffect } from 'react'
import { useNow } from '../../lib/useNow.ts'
import * as t from '../../messages/en/lab-work.ts'
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
  const warning = isExam ? t.overLimitInExam : t.overLimitInLab
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
  return minutes < 1 ? t.checkedJustNow : t.checkedAgo({ duration: formatMinutes(minutes) })
}

/** `3 of 20 resources, about 0.42 EUR an hour`. */
function contentsText({ resources, max_resources, hourly_micros, currency, unpriced }: ContentsRead): string {
  const values = { resources, cost: formatMicros(hourly_micros, currency), unpriced }
  return max_resources === null ? t.contents(values) : t.contentsOfLimit({ ...values, limit: max_resources })
}
