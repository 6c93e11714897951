import type { CourseRecord } from '@flagyard/api-types'
import { consolePaths, type courseTabs } from '@flagyard/api-types/console-links'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { reportError } from '@flagyard/ui/monitoring'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Spinner } from '@flagyard/ui/Spinner'
import { Tab, Tabs } from '@mui/material'
import { type ComponentType, Suspense } from 'react'
import { SelectInput } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import NotFound from '../../crud/record/NotFound.tsx'
import { RecordPage } from '../../crud/record/RecordPage.tsx'
import { choicesOf, levelNames } from '../../lib/format.ts'
import { ContentCreate } from '../content/ContentCreate.tsx'
import { ContentStatus } from '../content/content-record.tsx'
import styles from './CourseEdit.module.css'

const LessonEdit = lazyScreen(() => import('./lesson/LessonEdit.tsx'))

export default function CourseEdit() {
  const { '*': rest = '' } = useParams()
  const [path = '', lesson, ...more] = rest.split('/')
  const tab = tabs.find((one) => one.path === path)
  if (!tab || more.length > 0 || (lesson && path !== 'outline')) return <NotFound />
  return (
    <RecordPage<CourseRecord>
      recordLabel="course"
      wholeBy="outline"
      title={(course) => course.title}
      about={(course) => <Heading course={course} />}
    >
      {(course) => (
        <>
          <CourseTabs course={course} path={path} />
          <div role="tabpanel" aria-label={tab.label} className={styles.panel}>
            <ScreenBoundary resetKey={rest} onError={reportError}>
              <Suspense fallback={<Spinner />}>
                {lesson ? <LessonEdit key={lesson} course={course} id={lesson} /> : <tab.Panel course={course} />}
              </Suspense>
            </ScreenBoundary>
          </div>
        </>
      )}
    </RecordPage>
  )
}

const Heading = ({ course }: { course: CourseRecord }) => (
  <div className={styles.heading}>
    <ContentStatus record={course} />
    <span className="mono">{course.slug}</span>
  </div>
)

const CourseTabs = ({ course, path }: { course: CourseRecord; path: string }) => (
  <Tabs value={path} variant="scrollable" allowScrollButtonsMobile aria-label={`About ${course.title}`}>
    {tabs.map((tab) => (
      <Tab
        key={tab.path}
        value={tab.path}
        label={tab.label}
        component={Link}
        to={tab.path ? `${consolePaths.course(course.slug)}/${tab.path}` : consolePaths.course(course.slug)}
      />
    ))}
  </Tabs>
)

interface CourseTab {
  path: '' | (typeof courseTabs)[number]
  label: string
  Panel: ComponentType<{ course: CourseRecord }>
}

/** Tabs of a course's page. To add one, add its panel here. */
export const tabs: CourseTab[] = [
  { path: '', label: 'Details', Panel: lazyScreen(() => import('./CourseDetails.tsx')) },
  { path: 'outline', label: 'Outline', Panel: lazyScreen(() => import('./outline/Outline.tsx')) },
  { path: 'publish', label: 'Publish', Panel: lazyScreen(() => import('./CoursePublishing.tsx')) },
  { path: 'certificate', label: 'Certificate and feedback', Panel: lazyScreen(() => import('./Completion.tsx')) },
  { path: 'learners', label: 'Learners', Panel: lazyScreen(() => import('../progress/CourseUsers.tsx')) },
  { path: 'beta_testers', label: 'Beta testers', Panel: lazyScreen(() => import('./BetaTesters.tsx')) },
  { path: 'insight', label: 'Insight', Panel: lazyScreen(() => import('../insight/CourseInsight.tsx')) },
  {
    path: 'history',
    label: 'History',
    Panel: lazyScreen(async () => ({ default: (await import('./CoursePublishing.tsx')).CourseHistory })),
  },
]

const newCourse = { level: 'beginner' }

export const CourseCreate = () => (
  <ContentCreate defaultValues={newCourse}>
    <SelectInput margin="none" source="level" label="Level" choices={choicesOf(levelNames)} helperText={false} />
  </ContentCreate>
)
