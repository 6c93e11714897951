import { CHECK_IN_RULE, PREPARE_MINUTES } from '@flagyard/api-types/exams/timing'
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

interface CalendarEvent {
  /** The attempt's: it stays, so that calendars change the event that they have. */
  id: string
  calendar_sequence: number
  at: Date
  seconds: number
  title: string
  url: string
  isCancelled: boolean
}

/** The booking as an RFC 5545 file. A higher sequence replaces what a calendar has of the same event, or takes it away. */
export function calendarFile({ id, calendar_sequence, at, seconds, title, url, isCancelled }: CalendarEvent): string {
  const calendar = ical({
    prodId: '//Flagyard//Exams//EN',
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  const event = calendar.createEvent({
    id: `exam-${id}@flagyard`,
    sequence: calendar_sequence,
    start: at,
    end: new Date(at.getTime() + seconds * 1000),
    summary: `Exam: ${title}`,
    description: CHECK_IN_RULE,
    url,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  if (!isCancelled)
    event.createAlarm({ type: ICalAlarmType.display, trigger: PREPARE_MINUTES * 60, description: `Check in: ${title}` })
  return calendar.toString()
}
