import type { Course } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { levelNames } from '@flagyard/ui/format'

/** A course and its price in the words of schema.org, so that search engines list it as a course. */
export function courseMarkup(course: Course, publicUrl: string): object {
  const url = publicUrl + paths.course(course.slug)
  const provider = { '@type': 'Organization', name: 'Flagyard', url: publicUrl }
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
    offers: {
      '@type': 'Offer',
      category: course.price.amount === 0 ? 'Free' : 'Paid',
      price: (course.price.amount / 100).toFixed(2),
      priceCurrency: course.price.currency.toUpperCase(),
      availability: 'https://schema.org/InStock',
      url,
    },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'online',
      courseWorkload: `PT${Math.round(course.estimated_hours * 60)}M`,
    },
  }
}
