import { searchFold } from '../../db/search.ts'

/** A name for files of content that says what the thing is called, and is not taken. */
export function freeSlug(title: string, isTaken: (slug: string) => boolean): string {
  const base = slugStart(title)
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!isTaken(slug)) return slug
  }
}

/** What the slugs of everything with this title begin with. */
export const slugStart = (title: string): string =>
  searchFold(title)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-|-$/g, '') || 'untitled'
