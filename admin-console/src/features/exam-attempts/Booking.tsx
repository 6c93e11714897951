import { dateIn, zonedFormat } from '@flagyard/api-types/contract/time-zone'
import { Button } from '@mui/material'
import { BooleanInput, DateInput, SelectInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { DryRunResult, useDryRun } from '../../crud/actions/ActionDialog.tsx'
import { Text } from '../../crud/inputs.tsx'
import { formatMinutes } from '../../lib/format.ts'
import { formatIn, myTimeZone } from './attempt-words.ts'

export interface BookingValues {
  date: string
  hour: number
  time_zone: string
  occurrence: 'earlier' | 'later' | ''
  beyond_capacity: boolean
}

export const bookingOf = ({ date, hour, time_zone, occurrence, beyond_capacity }: BookingValues) => ({
  date,
  hour,
  time_zone,
  ...(occurrence && { occurrence }),
  ...(beyond_capacity && { beyond_capacity }),
})

const hours = Array.from({ length: 24 }, (_, hour) => ({ id: hour, name: `${String(hour).padStart(2, '0')}:00` }))
const occurrences = [
  { id: 'earlier', name: 'The earlier hour' },
  { id: 'later', name: 'The later hour' },
]

/** Fields of a booking with its dry run. It needs its own layout because an error can offer the next free slot. */
export function Booking({ username, exam }: { username: string; exam: string }) {
  const values = useWatch() as BookingValues
  const scheduleExamEdit = { ...bookingOf(values), dry_run: true }
  const isAsked = /^\d{4}-\d{2}-\d{2}$/.test(values.date ?? '')
  const answer = useDryRun('scheduleExamForUser', { username, exam_slug: exam, scheduleExamEdit }, isAsked)
  const nextFree = nextFreeOf(answer.error)
  return (
    <>
      <DateInput source="date" label="Date" helperText={false} parse={(typed: string) => typed} fullWidth />
      <SelectInput source="hour" label="Hour" choices={hours} helperText={false} validate={[]} fullWidth />
      <Text
        source="time_zone"
        label="Time zone"
        helperText="Time zone in which the candidate sees the date, such as Europe/Berlin."
        fullWidth
      />
      <BooleanInput
        source="beyond_capacity"
        label="Book beyond capacity: I will provide an account"
        helperText={false}
      />
      <SelectInput
        source="occurrence"
        label="If this hour occurs twice because clocks go back"
        choices={occurrences}
        emptyText="Not chosen"
        emptyValue=""
        helperText={false}
        fullWidth
      />
      <DryRunResult answer={answer as typeof answer & Token} empty="Choose a date to preview the booking.">
        {({ scheduled_at, time_zone, duration_minutes }) => (
          <p>
            {formatIn(time_zone, scheduled_at)} for the candidate, {formatIn(myTimeZone(), scheduled_at)} for you, for{' '}
            {formatMinutes(duration_minutes)}.{' '}
            {values.beyond_capacity ? 'You have to provide an account.' : 'An account is available.'}
          </p>
        )}
      </DryRunResult>
      {nextFree && <NextFree at={nextFree} timeZone={values.time_zone} />}
    </>
  )
}

interface Token {
  data?: { preview: string | null }
}

/** Next free slot in the error response, if any. */
function nextFreeOf(failure: unknown): string | null {
  const extra = failure instanceof Error && 'extra' in failure ? (failure.extra as { next_free?: unknown }) : {}
  return typeof extra.next_free === 'string' ? extra.next_free : null
}

/** Button that selects the next free slot when the chosen one is full. */
function NextFree({ at, timeZone }: { at: string; timeZone: string }) {
  const { setValue } = useFormContext<BookingValues>()
  const choose = () => {
    const hour = zonedFormat(timeZone, { hour: '2-digit', hourCycle: 'h23' }).format(new Date(at))
    setValue('date', dateIn(timeZone, at), { shouldDirty: true })
    setValue('hour', Number(hour), { shouldDirty: true })
  }
  return (
    <p>
      Next free slot: {formatIn(timeZone, at)}.{' '}
      <Button size="small" onClick={choose}>
        Use this slot
      </Button>
    </p>
  )
}
