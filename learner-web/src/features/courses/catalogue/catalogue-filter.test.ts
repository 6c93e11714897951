import { expect, test } from 'vitest'
import { card } from '../../../../test/course-card.ts'
import type { Owned } from '../../orders/product.ts'
import { SEARCH_EXAMPLES } from './CatalogueFilters.tsx'
import { type Filters, filterCatalogue, filterNames } from './catalogue-filter.ts'

const files = import.meta.glob<string>('../../../../../content/demo/courses/*/course.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const owned: Owned = { courses: new Map(), labs: new Map(), exams: new Map() }

test.each([...SEARCH_EXAMPLES, 's3', 'amazon', 'bucket'])('a search for %s finds a course of the demo', (search) => {
  const courses = Object.keys(files).map((slug) => card(slug, 'A course', { clouds: [] }))
  expect(courses.length).toBeGreaterThan(0)
  const filters = { ...Object.fromEntries(filterNames.map((name) => [name, ''])), search } as Filters
  const words = { courses: files, labs: {}, exams: {} }
  const found = filterCatalogue({ courses, labs: [], exams: [] }, filters, owned, words)
  expect(found.courses.map(({ slug }) => slug)).not.toEqual([])
})
