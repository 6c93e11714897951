import type { Month } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Chip } from '@flagyard/ui/Chip'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { Link } from 'react-router-dom'
import { useCall } from '../../crud/calls.tsx'
import { Lines, RecordCard } from '../../crud/record/RecordCards.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { formatMoment } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'

/** Accounting months. The oldest completed month is closed first. */
export default function Months() {
  const { data, error, refetch } = useCall('listMonths', {}, { staleTime: 0 })
  return (
    <>
      <ScreenHeader title="Months" about="Months in UTC. Closed months do not change." />
      {error && !data ? (
        <Failed what="the months" why={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Spinner label="Loading months…" />
      ) : (
        <RecordCard title="All months">
          <Lines
            empty="No months yet."
            lines={data.map(({ month, starts_at, state, closed_at, closed_by }) => ({
              key: month,
              text: (
                <>
                  <Link to={consolePaths.month(month)}>{nameOfMonth({ starts_at })}</Link>{' '}
                  <Chip tone={monthStates[state].tone}>{monthStates[state].label}</Chip>
                </>
              ),
              when: closed_at && `${formatMoment(closed_at)}${closed_by ? ` by ${closed_by}` : ''}`,
            }))}
          />
        </RecordCard>
      )}
    </>
  )
}

/** `October 2026`. */
export const nameOfMonth = ({ starts_at }: Pick<Month, 'starts_at'>): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(starts_at))

export const monthStates: Record<Month['state'], { label: string; tone: 'good' | 'warn' | 'info' | 'neutral' }> = {
  running: { label: 'Current', tone: 'info' },
  waiting: { label: 'Open', tone: 'neutral' },
  ready: { label: 'To be closed', tone: 'warn' },
  closed: { label: 'Closed', tone: 'good' },
}
