import { type Api, handle } from '../../../http/calls/handle.ts'
import { readBundles, readCatalogue, readCatalogueWords, readCourse, readPublicLab } from './public-catalogue.ts'
import { listCourseChoices } from './queries.ts'

export function courseRoutes(api: Api) {
  handle(api, 'listCourses', ({ deps }) => readCatalogue(deps))
  handle(api, 'listCatalogueWords', ({ deps }) => readCatalogueWords(deps))
  handle(api, 'listBundles', ({ deps }) => readBundles(deps))
  handle(api, 'getLab', ({ deps, params }) => readPublicLab(deps, params.slug))
  handle(api, 'getCourse', ({ deps, params, user }) => readCourse(deps, params.slug, user))
}

export function courseAdminRoutes(api: Api) {
  handle(api, 'listCourseChoices', ({ deps }) => listCourseChoices(deps.db))
}
