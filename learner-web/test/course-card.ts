import type { CourseCard } from '@flagyard/api-types'

/** A course of the catalogue. */
export const card = (slug: string, title: string, more: Partial<CourseCard> = {}): CourseCard => ({
  slug,
  title,
  subtitle: 'A subtitle',
  level: 'beginner',
  language: 'en',
  clouds: ['aws'],
  tags: [],
  price: { amount: 14900, currency: 'EUR' },
  estimated_hours: 9,
  lessons: 14,
  labs: 5,
  status: 'published',
  cover: null,
  free_lessons: 1,
  rehearsals: 0,
  exam_on_sale: false,
  ...more,
})
