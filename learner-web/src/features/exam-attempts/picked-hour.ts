import type { ExamDay } from '@flagyard/api-types'

/** An hour selected in the calendar, with its time zone. */
export interface PickedHour {
  at: string
  date: string
  hour: number
  occurrence: ExamDay['hours'][number]['occurrence']
  time_zone: string
}

/** Request fields for booking and moving. */
export const toPayload = ({ date, hour, occurrence, time_zone }: PickedHour) => ({
  date,
  hour,
  time_zone,
  ...(occurrence && { occurrence }),
})
