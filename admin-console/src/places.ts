import { resources } from './resources.ts'
import { screens } from './screens.ts'

/** Where the navigation and the search lead. */
export const places = [
  { to: '/admin', label: 'Dashboard' },
  ...resources.map(({ name, options }) => ({ to: `/admin/${name}`, label: options.label })),
  ...screens.map(({ name, label }) => ({ to: `/admin/${name}`, label })),
]

/** Any other path shows not-found, signed in or not (SPEC §2). */
export function isScreen(pathname: string): boolean {
  const [admin, name, record, ...rest] = pathname
    .split('/')
    .slice(1)
    .filter((part, index, all) => part !== '' || index < all.length - 1)
  if (admin !== 'admin' || rest.length > 0 || name === '' || record === '') return false
  if (name === undefined) return true
  const resource = resources.find((one) => one.name === name)
  if (resource?.edit) return true
  return record === undefined && (resource !== undefined || screens.some((screen) => screen.name === name))
}
