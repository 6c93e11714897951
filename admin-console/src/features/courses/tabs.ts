import type { CourseRecord } from '@flagyard/api-types'
import type { courseTabs } from '@flagyard/api-types/links'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import type { ComponentType } from 'react'

interface Tab {
  path: '' | (typeof courseTabs)[number]
  label: string
  Panel: ComponentType<{ course: CourseRecord }>
}

/** Tabs of a course's page. To add one, add its panel here. */
export const tabs: Tab[] = [
  { path: '', label: 'Details', Panel: lazyScreen(() => import('./CourseDetails.tsx')) },
  { path: 'outline', label: 'Outline', Panel: lazyScreen(() => import('./outline/Outline.tsx')) },
  { path: 'publish', label: 'Publish', Panel: lazyScreen(() => import('./Publish.tsx')) },
  { path: 'certificate', label: 'Certificate and feedback', Panel: lazyScreen(() => import('./Completion.tsx')) },
  { path: 'learners', label: 'Learners', Panel: lazyScreen(() => import('../progress/CourseUsers.tsx')) },
  { path: 'beta_testers', label: 'Beta testers', Panel: lazyScreen(() => import('./BetaTesters.tsx')) },
  { path: 'insight', label: 'Insight', Panel: lazyScreen(() => import('../insight/CourseInsight.tsx')) },
  { path: 'history', label: 'History', Panel: lazyScreen(() => import('./CourseHistory.tsx')) },
]
