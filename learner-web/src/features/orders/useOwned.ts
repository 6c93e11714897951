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
  /** What the learner has, by slug. Empty for visitors, and where it could not be loaded: the server refuses a second purchase in any case. */
  owned: Owned
  /** Until it is known, nobody is offered what they may already have. */
  isPending: boolean
}

/** What the learner has, to be shown wherever it is for sale. */
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
