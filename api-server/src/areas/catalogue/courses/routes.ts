import { type Api, handle } from '../../../http/handle.ts'
import { readBundles, readCatalogue, readCatalogueWords, readCourse } from './public-catalogue.ts'
import { readPublicLab } from './public-lab.ts'

export function courseRoutes(api: Api) {
  handle(api, 'listCourses', ({ deps }) => readCatalogue(deps))
  handle(api, 'listCatalogueWords', ({ deps }) => readCatalogueWords(deps))
  handle(api, 'listBundles', ({ deps }) => readBundles(deps))
  handle(api, 'getLab', ({ deps, params }) => readPublicLab(deps, params.slug))
  handle(api, 'getCourse', ({ deps, params, user }) => readCourse(deps, params.slug, user))
}
