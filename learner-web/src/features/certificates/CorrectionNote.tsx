import type { MyCorrection } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { formatUtcDate } from '../../lib/dates.ts'

export function CorrectionNote({ correction: { state, name, answer, created_at } }: { correction: MyCorrection }) {
  return (
    <p className="small muted" role="note">
      {state === 'open'
        ? `On ${formatUtcDate(created_at)} you asked for “${isolate(name)}”. We look at it and answer by e-mail.`
        : state === 'accepted'
          ? `Corrected as you asked: it now says “${isolate(name)}”.${answer ? ` We wrote: ${answer}` : ''}`
          : `We could not print “${isolate(name)}”. We wrote: ${answer ?? 'nothing'}`}
    </p>
  )
}
