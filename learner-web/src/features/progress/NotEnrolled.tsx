import type { CourseProgress, MyLab } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Empty, Loading } from '@flagyard/ui/Feedback'
import { cloudNames, formatMinutes } from '@flagyard/ui/format'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { callQuery } from '../../lib/query.ts'
import * as t from '../../messages/en/progress.ts'
import { Page, useTitle } from '../../shell/Page.tsx'
import { RichText } from '../../shell/RichText.tsx'
import { BuyButton } from '../orders/BuyButton.tsx'
import styles from './Classroom.module.css'
import type { LessonRef } from './lesson-ref.ts'

/** The classroom for learners without access to the course: a lab that they bought separately, or the reason and how to get access. */
export function NotEnrolled({ progress }: { progress: CourseProgress }) {
  const [params] = useSearchParams()
  const { data: labs, isPending } = useQuery(callQuery('listMyLabs'))
  const myLabs = labs?.filter((lab) => lab.has_access && lab.course?.slug === progress.slug) ?? []
  const lab = myLabs.find(({ course }) => course?.lesson === params.get('lesson')) ?? myLabs[0]
  useTitle(lab?.title ?? progress.title)
  if (isPending) return <Loading what={t.classroomNoun} />
  if (lab?.course) return <SingleLab key={lab.slug} lab={lab} lesson={lab.course} courseTitle={progress.title} />
  return <NoAccess progress={progress} />
}

function NoAccess({ progress }: { progress: CourseProgress }) {
  const { data: course } = useQuery(callQuery('getCourse', { slug: progress.slug }))
  return (
    <Page title={progress.title}>
      <Empty
        title={t.noAccess}
        icon="lock"
        action={
          <div className="row">
            {course && <BuyButton kind="course" slug={course.slug} price={course.price} />}
            <ButtonLink to={paths.course(progress.slug)}>{t.seeCourse}</ButtonLink>
            <ButtonLink to={paths.activateVoucher}>{t.iHaveVoucher}</ButtonLink>
          </div>
        }
      >
        {progress.refusal?.message ?? t.noAccessText}
      </Empty>
    </Page>
  )
}

interface Props {
  lab: MyLab
  lesson: LessonRef & { slug: string }
  courseTitle: string
}

/** A lab bought separately: the text of its lesson, next to the lab and its flags. */
function SingleLab({ lab, lesson, courseTitle }: Props) {
  const { data: details, isPending } = useQuery(callQuery('getMyLab', { slug: lab.slug }))
  return (
    <LazyLabWorkspace lab={lab.slug} title={lab.title} lesson={lesson}>
      <div className={styles.main}>
        <article className={styles.article}>
          <header>
            <h1 className={styles.title}>{lab.title}</h1>
            <p className="small muted">
              {t.labFacts({ cloud: cloudNames[lab.cloud], duration: formatMinutes(lab.duration_minutes) })}
            </p>
          </header>
          {isPending && <Loading what={t.instructionsNoun} />}
          {details?.instructions && <RichText contents>{details.instructions}</RichText>}
          <Card className={styles.end}>
            <span className="small">{t.partOfCourse({ courseTitle })}</span>
            <span className={styles.push}>
              <ButtonLink size="small" to={paths.course(lesson.slug)}>
                {t.seeCourse}
              </ButtonLink>
            </span>
          </Card>
        </article>
      </div>
    </LazyLabWorkspace>
  )
}

/** Loaded with the first lesson that has a lab, because most lessons have none. */
export const LazyLabWorkspace = lazyScreen(() => import('../lab-work/LabWorkspace.tsx'))
