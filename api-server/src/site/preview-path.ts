import { paths } from '@flagyard/api-types/links'

const FOLDER = '/previews'

/** The pattern of all preview pictures, for the router. */
export const PREVIEW_PATTERN = `${FOLDER}/*`

/** Where the preview picture of a page lies: that of `/courses?lab=x` is `/previews/courses.png?lab=x&v=…`. */
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
