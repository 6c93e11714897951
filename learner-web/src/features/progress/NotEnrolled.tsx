import type { CourseProgress } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Empty, Loading } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { callQuery } from '../../lib/query.ts'
import { Page, useTitle } from '../../shell/Page.tsx'
import { BuyButton } from '../orders/BuyButton.tsx'
import { SingleLab } from './SingleLab.tsx'

/** The classroom for learners without access to the course: a lab that they bought separately, or the reason and how to get access. */
export function NotEnrolled({ progress }: { progress: CourseProgress }) {
  const [params] = useSearchParams()
  const { data: labs, isPending } = useQuery(callQuery('listMyLabs'))
  const myLabs = labs?.filter((lab) => lab.has_access && lab.course?.slug === progress.slug) ?? []
  const lab = myLabs.find(({ course }) => course?.lesson === params.get('lesson')) ?? myLabs[0]
  useTitle(lab?.title ?? progress.title)
  if (isPending) return <Loading what="the classroom" />
  if (lab?.course) return <SingleLab key={lab.slug} lab={lab} lesson={lab.course} courseTitle={progress.title} />
  return <Refused progress={progress} />
}

function Refused({ progress }: { progress: CourseProgress }) {
  const { data: course } = useQuery(callQuery('getCourse', { slug: progress.slug }))
  return (
    <Page title={progress.title}>
      <Empty
        title="You do not have access to this course"
        icon="lock"
        action={
          <div className="row">
            {course && <BuyButton kind="course" slug={course.slug} price={course.price} />}
            <ButtonLink to={paths.course(progress.slug)}>See the course</ButtonLink>
            <ButtonLink to={paths.activateVoucher}>I have a voucher</ButtonLink>
          </div>
        }
      >
        {progress.refusal?.message ?? 'You do not have this course yet. Buy it, or activate a voucher for it.'}
      </Empty>
    </Page>
  )
}
