import type { Money, MyCourse } from '@flagyard/api-types'
import { formatPrice } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import * as t from '../../messages/en/course-tiles.ts'

/** For signed-in learners: their progress if they own the course, otherwise its price. */
export default function OwnedOrPrice({ slug, price }: { slug: string; price: Money }) {
  const { data: courses, isPending } = useQuery(callQuery('listMyCourses'))
  if (isPending) return null
  const mine = courses?.find((course) => course.slug === slug)
  return <b>{mine ? yoursText(mine) : formatPrice(price)}</b>
}

/** `Yours · 33%`. */
const yoursText = ({ completed, required }: MyCourse) =>
  required === 0 ? t.owned : t.ownedProgress({ percent: Math.floor((completed / required) * 100) })
