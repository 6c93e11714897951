import { CHECK_IN_RULE, PREPARE_MINUTES } from '@flagyard/api-types/exam-attempts/timing'
import { paths } from '@flagyard/api-types/links'
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { brand } from '../../../../brand.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { findExam } from '../../../catalogue/exams/index.ts'
import { listAttempts } from '../attempts/attempt-queries.ts'

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
    prodId: `//${brand().name}//Exams//EN`,
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

export async function readCalendar({ db, config }: Pick<Deps, 'db' | 'config'>, user: CurrentUser, slug: string) {
  const { id, title } = await findExam(db, { slug })
  const [attempt] = await listAttempts(db, user.id, id)
  if (!attempt?.scheduled_at || !attempt.terms) throw new ApiError('not_found', 'You have no date for this exam.')
  const { calendar_sequence, scheduled_at, terms } = attempt
  const url = config.publicUrl + paths.examroom(slug)
  const event = { id: attempt.id, calendar_sequence, at: scheduled_at, seconds: terms.seconds, title, url }
  return calendarFile({ ...event, isCancelled: attempt.state === 'void' })
}
