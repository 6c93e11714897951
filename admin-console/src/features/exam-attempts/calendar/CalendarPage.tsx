import type { Cloud } from '@flagyard/api-types'
import { useParams } from 'react-router-dom'
import { cloudProviders } from '../../../crud/cloudProviders.ts'
import NotFound from '../../../crud/NotFound.tsx'
import { ScreenHeader } from '../../../crud/RecordPage.tsx'
import { cloudNames } from '../../../lib/format.ts'
import BookingCalendar from './BookingCalendar.tsx'

export default function CalendarPage() {
  const { cloud = '' } = useParams()
  if (!isCloud(cloud)) return <NotFound />
  const { path, title } = cloudProviders[cloud]
  return (
    <>
      <ScreenHeader
        title={`Exam bookings on ${cloudNames[cloud]}`}
        about="What exams have booked, what runs, and what is left."
        back={{ to: path, label: title }}
      />
      <BookingCalendar cloud={cloud} />
    </>
  )
}

const isCloud = (name: string): name is Cloud => Object.hasOwn(cloudProviders, name)
