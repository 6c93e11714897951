import { formatMicros } from '@flagyard/api-types/contract/money'
import { paths } from '@flagyard/api-types/links'
import { greeting } from '../../../mail/greeting.ts'
import type { OutgoingMail } from '../../../mail/outbox.ts'
import { CURRENCY } from '../../catalogue/labs/service.ts'
import type { InventoryRow } from './inventory-queries.ts'

interface Warned {
  id: string
  user_id: string
  email: string
  full_name: string
  lab: string | null
  exam: string | null
  exam_slug: string | null
  course: string | null
  reading: Pick<InventoryRow, 'resources' | 'max_resources' | 'hourly_micros' | 'max_hourly_cost' | 'over' | 'types'>
}

/** Mail to a learner whose environment exceeds its limits. A lab ends if that persists; an exam does not. */
export function overLimitsMail(warned: Warned, publicUrl: string): OutgoingMail {
  const { id, user_id, email, full_name, lab, exam, exam_slug, course, reading } = warned
  const what = exam ? `the environment of your exam “${exam}”` : `the account of your lab “${lab ?? ''}”`
  const most = reading.types
    .slice(0, 3)
    .map(({ type, count }) => `${count} × ${type}`)
    .join(', ')
  const advice = exam
    ? 'Your exam goes on, and nothing is ended. Please remove what you do not need; if you did not make it, report it in the exam room.'
    : 'Please remove what you do not need now. If we still find too much in about five minutes, the lab ends. If you did not make it, write to us.'
  const page = exam_slug ? paths.examroom(exam_slug) : course ? paths.classroom(course) : paths.dashboard
  return {
    to: email,
    userId: user_id,
    dedupeKey: `deployment:${id}:over:${reading.over.join('+')}:${reading.resources}`,
    kind: 'lab_over_limits',
    content: {
      subject: exam ? `Too much in your exam’s environment: ${exam}` : `Your lab holds too much: ${lab ?? ''}`,
      preview: exam ? 'Your exam goes on.' : 'Remove what you do not need, or the lab ends.',
      heading: exam ? 'Your environment holds too much' : 'Your lab holds too much',
      paragraphs: [greeting({ full_name }), `We found ${sayReading(reading)} in ${what}. Most of it: ${most}.`, advice],
      action: { label: exam ? 'Open the exam room' : 'Open the classroom', url: publicUrl + page },
    },
  }
}

function sayReading({ resources, max_resources, hourly_micros, max_hourly_cost, over }: Warned['reading']): string {
  const count = over.includes('resources') ? `${resources} resources, where it may hold ${max_resources}` : ''
  const euros = (micros: number) => formatMicros(micros, CURRENCY)
  const cost = over.includes('cost')
    ? `what costs about ${euros(hourly_micros)} an hour, where it may cost ${euros(max_hourly_cost ?? 0)}`
    : ''
  return [count, cost].filter(Boolean).join(', and ')
}
