import type { UserAttempt } from '@flagyard/api-types'
import { Button } from '@mui/material'
import { useState } from 'react'
import { BooleanInput, DateInput, SelectInput, TextInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { ActionButton } from '../../crud/actions.tsx'
import { useDryRun } from '../../crud/calls.tsx'
import { formatMinutes } from '../../lib/format.ts'
import { formatIn, myTimeZone } from './attempt-words.ts'
import { Preview } from './Preview.tsx'

interface Booking {
  date: string
  hour: number
  time_zone: string
  occurrence: 'earlier' | 'later' | ''
  beyond_capacity: boolean
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ id: hour, name: `${String(hour).padStart(2, '0')}:00` }))
const occurrences = [
  { id: 'earlier', name: 'The earlier one' },
  { id: 'later', name: 'The later one' },
]

/** Books or moves the exam for its learner, without using one of their moves and regardless of deadlines. */
export function ScheduleButton({ username, attempt }: { username: string; attempt: UserAttempt }) {
  // Reruns the preview after a refusal, because the slot may have been taken.
  const [refusals, setRefusals] = useState(0)
  if (!attempt.allowed.includes('schedule')) return null
  const names = { username, exam_slug: attempt.exam }
  const isMove = attempt.state === 'scheduled'
  return (
    <ActionButton
      operation="scheduleExamForUser"
      label={isMove ? 'Move…' : 'Book…'}
      title={isMove ? 'Move the exam' : 'Book the exam'}
      call={(provider, values: Booking) =>
        provider.call('scheduleExamForUser', { ...names, scheduleExamEdit: editOf(values) }).catch((error) => {
          setRefusals((before) => before + 1)
          throw error
        })
      }
      successMessage={
        isMove ? 'The exam is moved, and its candidate is told' : 'The exam is booked, and its candidate is told'
      }
      defaultValues={{
        date: '',
        hour: 9,
        time_zone: attempt.time_zone ?? myTimeZone(),
        occurrence: '',
        beyond_capacity: false,
      }}
      isReady={({ date }) => !!date}
      submitLabel={isMove ? 'Move it' : 'Book it'}
    >
      <DateInput source="date" label="Date" helperText={false} parse={(typed: string) => typed} fullWidth />
      <SelectInput source="hour" label="Hour" choices={hours} helperText={false} validate={[]} fullWidth />
      <TextInput
        source="time_zone"
        label="Time zone"
        helperText="The one in which its learner reads the date, such as Europe/Berlin."
        parse={(typed: string) => typed}
        fullWidth
      />
      <BooleanInput
        source="beyond_capacity"
        label="Book beyond the capacity: I see to an account myself"
        helperText={false}
      />
      <SelectInput
        source="occurrence"
        label="If clocks are set back in this hour"
        choices={occurrences}
        emptyText="Ask me"
        emptyValue=""
        helperText={false}
        fullWidth
      />
      <Booked key={refusals} names={names} />
    </ActionButton>
  )
}

const editOf = ({ date, hour, time_zone, occurrence, beyond_capacity }: Booking) => ({
  date,
  hour,
  time_zone,
  ...(occurrence && { occurrence }),
  ...(beyond_capacity && { beyond_capacity }),
})

function Booked({ names }: { names: { username: string; exam_slug: string } }) {
  const values = useWatch() as Booking
  const scheduleExamEdit = { ...editOf(values), dry_run: true }
  const isAsked = /^\d{4}-\d{2}-\d{2}$/.test(values.date ?? '')
  const answer = useDryRun('scheduleExamForUser', { ...names, scheduleExamEdit }, isAsked)
  const { data } = answer
  const nextFree = nextFreeOf(answer.error)
  return (
    <>
      <Preview answer={answer} empty="Choose a date, and what would be booked stands here.">
        {data &&
          `${formatIn(data.time_zone, data.scheduled_at)} for the candidate, ${formatIn(myTimeZone(), data.scheduled_at)} for you, for ${formatMinutes(data.duration_minutes)}. ${values.beyond_capacity ? 'Whether an account is free is for you to see.' : 'An account is free.'}`}
      </Preview>
      {nextFree && <NextFree at={nextFree} timeZone={values.time_zone} />}
    </>
  )
}

/** Next free slot in the error response, if any. */
function nextFreeOf(failure: unknown): string | null {
  const extra = failure instanceof Error && 'extra' in failure ? (failure.extra as { next_free?: unknown }) : {}
  return typeof extra.next_free === 'string' ? extra.next_free : null
}

/** Button that selects the next free slot when the chosen one is full. */
function NextFree({ at, timeZone }: { at: string; timeZone: string }) {
  const { setValue } = useFormContext<Booking>()
  const take = () => {
    const part = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-CA', { ...options, timeZone }).format(new Date(at))
    setValue('date', part({ year: 'numeric', month: '2-digit', day: '2-digit' }), { shouldDirty: true })
    setValue('hour', Number(part({ hour: '2-digit', hourCycle: 'h23' })), { shouldDirty: true })
  }
  return (
    <p>
      The next free hour: {formatIn(timeZone, at)}.{' '}
      <Button size="small" onClick={take}>
        Choose it
      </Button>
    </p>
  )
}
