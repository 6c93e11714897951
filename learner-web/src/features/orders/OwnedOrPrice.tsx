import type { Money, MyCourse } from '@flagyard/api-types'
import { formatPrice } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'

/** What a signed-in learner sees in place of a course's price: how far they are, if they have it. */
export default function OwnedOrPrice({ slug, price }: { slug: string; price: Money }) {
  const { data: courses, isPending } = useQuery(callQuery('listMyCourses'))
  if (isPending) return null
  const mine = courses?.find((course) => course.slug === slug)
  return <b>{mine ? yoursText(mine) : formatPrice(price)}</b>
}

/** `Yours · 33%`. */
const yoursText = ({ completed, required }: MyCourse) =>
  required === 0 ? 'Yours' : `Yours · ${Math.floor((completed / required) * 100)}%`
