import type { MyCourse, MyExam, MyLab } from '@flagyard/api-types'
import { useQueries } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'

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
