import type { Rows } from '../contract/operation.ts'
import { anyone } from '../contract/row.ts'

export const courseOperations = {
  getCourse: anyone.published('GET /courses/{slug}', 'course', { summary: 'The public page of a course' }),
  listCourses: anyone.published('GET /courses/', 'courseCard[]', { summary: 'The public catalogue' }),
  listCatalogueWords: anyone('GET /catalogue_words', 'catalogueWords', {
    summary: 'Lesson titles, outcomes and descriptions, for the catalogue search',
  }),
  listBundles: anyone('GET /bundles', 'bundle[]', { summary: 'Bundles for sale' }),
  getLab: anyone.published('GET /labs/{slug}', 'publicLab', { summary: 'The public page of a lab' }),
} satisfies Rows
