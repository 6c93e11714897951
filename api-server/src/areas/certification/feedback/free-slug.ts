import { searchFold } from '../../../db/search.ts'

/** Unused slug for content files, derived from the title. */
export function freeSlug(title: string, isTaken: (slug: string) => boolean): string {
  const base = slugStart(title)
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!isTaken(slug)) return slug
  }
}

/** Beginning of all slugs derived from this title. */
export const slugStart = (title: string): string =>
  searchFold(title)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-|-$/g, '') || 'untitled'
