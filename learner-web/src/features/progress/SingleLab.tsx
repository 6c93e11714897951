import type { MyLab } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Loading } from '@flagyard/ui/Feedback'
import { cloudNames, formatMinutes } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import { RichText } from '../../shell/RichText.tsx'
import { LazyLabWorkspace } from '../lab-work/lazy-workspace.ts'
import styles from './Classroom.module.css'
import type { LessonRef } from './lesson-ref.ts'

interface Props {
  lab: MyLab
  lesson: LessonRef & { slug: string }
  courseTitle: string
}

/** A lab bought separately: the text of its lesson, next to the lab and its flags. */
export function SingleLab({ lab, lesson, courseTitle }: Props) {
  const { data: details, isPending } = useQuery(callQuery('getMyLab', { slug: lab.slug }))
  return (
    <LazyLabWorkspace lab={lab.slug} title={lab.title} lesson={lesson}>
      <div className={styles.main}>
        <article className={styles.article}>
          <header>
            <h1 className={styles.title}>{lab.title}</h1>
            <p className="small muted">
              Lab · {cloudNames[lab.cloud]} · {formatMinutes(lab.duration_minutes)}
            </p>
          </header>
          {isPending && <Loading what="the instructions" />}
          {details?.instructions && <RichText contents>{details.instructions}</RichText>}
          <Card className={styles.end}>
            <span className="small">This lab is part of the course {courseTitle}.</span>
            <span className={styles.push}>
              <ButtonLink size="small" to={paths.course(lesson.slug)}>
                See the course
              </ButtonLink>
            </span>
          </Card>
        </article>
      </div>
    </LazyLabWorkspace>
  )
}
