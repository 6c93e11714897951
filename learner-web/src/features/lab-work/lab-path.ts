import type { MyLab } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'

/** Path of one of the learner's labs: its lesson, or its description if no course contains it. */
export const labPath = ({ slug, course }: Pick<MyLab, 'slug' | 'course'>): string =>
  course ? paths.lesson(course.slug, course) : paths.lab(slug)
