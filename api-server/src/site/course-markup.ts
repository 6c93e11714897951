import type { Course, CourseReviews } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { levelNames } from '@flagyard/ui/format'
import { brand } from '../brand.ts'
import { offerMarkup } from './product-markup.ts'

/** Schema.org markup of a course and its price, so that search engines list it as a course. */
export function courseMarkup(course: Course, { recommendation }: CourseReviews, publicUrl: string): object {
  const url = publicUrl + paths.course(course.slug)
  const provider = { '@type': 'Organization', name: brand().name, url: publicUrl }
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: course.title,
    description: course.subtitle,
    url,
    provider,
    inLanguage: course.language,
    educationalLevel: levelNames[course.level],
    teaches: course.outcomes,
    offers: offerMarkup(course.price, url),
    ...(recommendation && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: recommendation.mean.toFixed(1),
        bestRating: 10,
        worstRating: 0,
        ratingCount: recommendation.answers,
      },
    }),
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'online',
      courseWorkload: `PT${Math.round(course.estimated_hours * 60)}M`,
    },
  }
}
