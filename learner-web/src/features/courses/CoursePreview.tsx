import { previewPaths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Loading } from '@flagyard/ui/Feedback'
import { formatPrice } from '@flagyard/ui/format'
import * as t from '../../messages/en/courses.ts'
import { useTitle } from '../../shell/Page.tsx'
import { PreviewStrip, useCoursePreview } from '../content/PreviewStrip.tsx'
import { FailedPage } from '../pages/NotFoundPage.tsx'
import { CourseArticle } from './CourseArticle.tsx'
import { CourseFacts } from './CourseOffer.tsx'
import styles from './CoursePage.module.css'

/** Preview of the course page with the draft. Nothing can be bought here. */
export default function CoursePreview({ slug }: { slug: string }) {
  const { data: course, error, refetch } = useCoursePreview(slug)
  useTitle(course?.title ?? t.preview)
  if (error && !course)
    return <FailedPage title={t.preview} what={t.thePreview} error={error} onRetry={() => void refetch()} />
  if (!course) return <Loading what={t.thePreview} />
  return (
    <>
      <PreviewStrip slug={slug} />
      <CourseArticle
        course={course}
        pathOf={(lesson) => previewPaths.classroom(slug, lesson)}
        offer={
          <Card as="aside" className={styles.offer}>
            <p className={styles.price}>{formatPrice(course.price)}</p>
            <div className={styles.actions}>
              <ButtonLink variant="primary" to={previewPaths.classroom(slug)}>
                {t.previewClassroom}
              </ButtonLink>
              <Button disabled>{t.buy}</Button>
            </div>
            <CourseFacts course={course} />
          </Card>
        }
      />
    </>
  )
}
