import { type Api, handle } from '../../http/handle.ts'
import { readBundles, readCatalogue, readCourse } from './public-catalogue.ts'

export function courseRoutes(api: Api) {
  handle(api, 'listCourses', ({ deps }) => readCatalogue(deps))
  handle(api, 'listBundles', ({ deps }) => readBundles(deps))
  handle(api, 'getCourse', ({ deps, params, user }) => readCourse(deps, params.slug, user))
}
