import { paths } from '@flagyard/api-types/links'

const FOLDER = '/previews'

/** Route pattern of all preview pictures. */
export const PREVIEW_PATTERN = `${FOLDER}/*`

/** Path of a page's preview picture: for `/courses?lab=x` it is `/previews/courses.png?lab=x&v=…`. */
export function previewPath(address: string, version: string): string {
  const [page = '', query = ''] = address.split('?')
  const params = new URLSearchParams(query)
  params.set('v', version)
  return `${FOLDER}${page === paths.home ? '/home' : page}.png?${params}`
}

/** The page that a preview picture belongs to. */
export function pageOfPreview(path: string): string | undefined {
  const page = path.startsWith(`${FOLDER}/`) && path.endsWith('.png') ? path.slice(FOLDER.length, -4) : undefined
  return page === '/home' ? paths.home : page
}
