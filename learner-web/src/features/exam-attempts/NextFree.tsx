import { zonedFormat } from '@flagyard/api-types/contract/time-zone'
import { Button } from '@flagyard/ui/Button'
import type { PickedHour } from './picked-hour.ts'
import { dateIn, formatMoment, myZone } from './zoned-time.ts'

/** The next free hour, offered when the selected one was taken in the meantime. */
export function NextFree({
  at,
  timeZone = myZone(),
  onTake,
}: {
  at: string | null
  timeZone: string | undefined
  onTake: (hour: PickedHour) => void
}) {
  if (!at) return null
  const hour = Number(zonedFormat(timeZone, { hour: '2-digit', hourCycle: 'h23' }).format(new Date(at)))
  return (
    <p className="row">
      The next free hour: {formatMoment(at, timeZone)}.
      <Button
        size="small"
        onClick={() => onTake({ at, date: dateIn(timeZone, at), hour, occurrence: null, time_zone: timeZone })}
      >
        Choose it
      </Button>
    </p>
  )
}
