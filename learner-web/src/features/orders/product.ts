import type { Money, MyCourse, MyExam, MyLab } from '@flagyard/api-types'
import { useQueries, useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import { productPath } from '../../lib/record-paths.ts'
import { useSession } from '../../lib/session.ts'
import * as t from '../../messages/en/orders.ts'
import type { ProductKind } from './purchase.ts'

export interface Product {
  kind: ProductKind
  slug: string
  title: string
  price: Money
  /** Price of the buyer's own seat, which is lower if part of a bundle is already owned. */
  ownPrice: Money
  /** Text for a product that the buyer owns, or owns in part; otherwise null. */
  ownedText: string | null
  /** True if there is nothing left for the buyer to buy for themselves. */
  isOwned: boolean
  path: string
}

/** The product of this address and how much of it the learner owns; null if it is not for sale. */
export function useProduct(kind: ProductKind, slug: string) {
  const course = useQuery({ ...callQuery('getCourse', { slug }), enabled: kind === 'course' })
  const lab = useQuery({ ...callQuery('getLab', { slug }), enabled: kind === 'lab' })
  const exam = useQuery({ ...callQuery('getExam', { slug }), enabled: kind === 'exam' })
  const bundles = useQuery({ ...callQuery('listBundles'), enabled: kind === 'bundle' })
  const mine = useQuery({ ...callQuery('listMyBundles'), enabled: kind === 'bundle' })
  const { owned, isPending: isOwnedPending } = useOwned()
  const query = { course, lab, exam, bundle: bundles }[kind]
  const bundle = bundles.data?.find((one) => one.slug === slug)
  const found = kind === 'bundle' ? bundle : { course, lab, exam }[kind].data
  const myBundle = mine.data?.find((one) => one.slug === slug)
  const isForSale = kind !== 'exam' || exam.data?.bookable
  const price = isForSale ? found?.price : null
  const isSingleOwned =
    kind !== 'bundle' && { course: owned.courses, lab: owned.labs, exam: owned.exams }[kind].has(slug)
  const ownedOfBundle = myBundle?.owned.length ?? 0
  const isBundleOwned = bundle !== undefined && ownedOfBundle === bundle.courses.length
  const product: Product | null | undefined =
    query.data === undefined || (kind === 'bundle' ? mine.isLoading : isOwnedPending)
      ? undefined
      : found && price
        ? {
            kind,
            slug,
            price,
            title: found.title,
            path: productPath({ kind, slug }),
            ownPrice: myBundle?.price ?? price,
            ownedText:
              isSingleOwned || isBundleOwned
                ? t.alreadyOwned[kind]
                : ownedOfBundle > 0
                  ? t.partlyOwned({ owned: ownedOfBundle, courses: bundle?.courses.length ?? 0 })
                  : null,
            isOwned: isSingleOwned || isBundleOwned,
          }
        : null
  return { product, error: query.error, refetch: query.refetch }
}

export interface Owned {
  courses: Map<string, MyCourse>
  labs: Map<string, MyLab>
  exams: Map<string, MyExam>
}

interface OwnedState {
  /** The learner's content by slug. Empty for visitors and after a failed request: the server rejects a second purchase anyway. */
  owned: Owned
  /** True while loading. Nothing is offered for sale before it is known to be unowned. */
  isPending: boolean
}

/** Content that the learner owns, for product listings. */
export function useOwned(): OwnedState {
  const enabled = useSession()?.user.is_active === true
  return useQueries({
    queries: [
      { ...callQuery('listMyCourses'), enabled },
      { ...callQuery('listMyLabs'), enabled },
      { ...callQuery('listMyExams'), enabled },
    ],
    combine: ([courses, labs, exams]) => ({
      owned: {
        courses: bySlug(courses.data),
        labs: bySlug(labs.data?.filter((lab) => lab.has_access)),
        exams: bySlug(exams.data?.filter((exam) => exam.has_access && !exam.is_used_up)),
      },
      isPending: [courses, labs, exams].some(({ isLoading }) => isLoading),
    }),
  })
}

const bySlug = <Item extends { slug: string }>(items: Item[] = []) => new Map(items.map((item) => [item.slug, item]))
