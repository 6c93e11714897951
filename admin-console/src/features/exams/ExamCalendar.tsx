import type { ExamRecord } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import BookingCalendar from './calendar/BookingCalendar.tsx'

/** The calendar of the exam's provider, in which bookings of this exam are told apart. */
export default function ExamCalendar() {
  const exam = useRecordContext<ExamRecord>()
  return exam ? <BookingCalendar cloud={exam.cloud} exam={{ slug: exam.slug, title: exam.title }} /> : null
}
