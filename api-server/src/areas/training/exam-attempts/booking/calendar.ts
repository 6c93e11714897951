import { CHECK_IN_RULE, PREPARE_MINUTES } from '@flagyard/api-types/exam-attempts/timing'
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

interface CalendarEvent {
  /** Id of the attempt. It never changes, so that calendars update the existing event. */
  id: string
  calendar_sequence: number
  at: Date
  seconds: number
  title: string
  url: string
  isCancelled: boolean
}

/** The booking as an RFC 5545 file. A higher sequence number updates or removes the event in the calendar. */
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
