import type { MyLab } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'

/** Where a lab of mine opens: its lesson, or its description when no course contains it. */
export const labPath = ({ slug, course }: Pick<MyLab, 'slug' | 'course'>): string =>
  course ? paths.lesson(course.slug, course) : paths.lab(slug)
