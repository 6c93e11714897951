import type { ExamRecord } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import BookingCalendar from './calendar/BookingCalendar.tsx'

/** Booking calendar of the exam's cloud provider. Bookings of this exam are highlighted. */
export default function ExamCalendar() {
  const exam = useRecordContext<ExamRecord>()
  return exam ? <BookingCalendar cloud={exam.cloud} exam={{ slug: exam.slug, title: exam.title }} /> : null
}
