import type { ExamDay } from '@flagyard/api-types'

/** An hour of the calendar, as a person in a time zone has picked it. */
export interface PickedHour {
  at: string
  date: string
  hour: number
  occurrence: ExamDay['hours'][number]['occurrence']
  time_zone: string
}

/** What the calls that book and move take. */
export const toPayload = ({ date, hour, occurrence, time_zone }: PickedHour) => ({
  date,
  hour,
  time_zone,
  ...(occurrence && { occurrence }),
})
