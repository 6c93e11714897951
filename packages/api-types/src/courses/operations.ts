import type { Rows } from '../contract/operation.ts'

export const courseOperations = {
  getCourse: {
    method: 'GET',
    path: '/courses/{slug}',
    auth: 'public',
    returns: 'course',
    summary: 'The public page of a course',
  },
  listCourses: {
    method: 'GET',
    path: '/courses/',
    auth: 'public',
    returns: 'courseCard[]',
    summary: 'The public catalogue',
  },
  listCatalogueWords: {
    method: 'GET',
    path: '/catalogue_words',
    auth: 'public',
    returns: 'catalogueWords',
    extension: true,
    summary: 'Lesson titles, outcomes and descriptions, for the search of the catalogue',
  },
  listBundles: {
    method: 'GET',
    path: '/bundles',
    auth: 'public',
    returns: 'bundle[]',
    extension: true,
    summary: 'Bundles for sale',
  },
  getLab: {
    method: 'GET',
    path: '/labs/{slug}',
    auth: 'public',
    returns: 'publicLab',
    summary: 'The public page of a lab',
  },
} as const satisfies Rows
