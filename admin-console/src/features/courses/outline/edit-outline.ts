import type { OutlineLesson, OutlineSection } from '../../../providers/outline-record.ts'
import { slugOf } from '../../content/ContentCreate.tsx'
import type { Place } from '../../content/OrderList.tsx'

/** Immutable edits of sections and lessons. Unchanged parts keep their identity, so that their rows are not rendered again. */
export type Sections = readonly OutlineSection[]

const isSection = (sections: Sections, key: string) => sections.some(({ id }) => id === key)

export const findPart = (sections: Sections, key: string): OutlineSection | OutlineLesson | undefined =>
  sections.find(({ id }) => id === key) ?? sections.flatMap(({ lessons }) => lessons).find(({ id }) => id === key)

export const sectionOf = (sections: Sections, lesson: string): OutlineSection | undefined =>
  sections.find(({ lessons }) => lessons.some(({ id }) => id === lesson))

/** True if the part can be dropped there: sections next to sections, lessons next to lessons or into a section. */
export function fits(sections: Sections, key: string, { key: target, at }: Place): boolean {
  if (key === target) return false
  const [moves, stays] = [isSection(sections, key), isSection(sections, target)]
  if (moves) return stays && at !== 'in'
  return stays ? at === 'in' : at !== 'in'
}

export function move(sections: Sections, key: string, place: Place): OutlineSection[] {
  if (!fits(sections, key, place)) return [...sections]
  const section = sections.find(({ id }) => id === key)
  if (section) return put(without(sections, key), section, place)
  const lesson = sectionOf(sections, key)?.lessons.find(({ id }) => id === key)
  if (!lesson) return [...sections]
  return sections.map((one) => {
    const had = one.lessons.some(({ id }) => id === key)
    const gets = place.at === 'in' ? one.id === place.key : one.lessons.some(({ id }) => id === place.key)
    if (!had && !gets) return one
    const rest = had ? without(one.lessons, key) : one.lessons
    return { ...one, lessons: gets ? put(rest, lesson, place) : rest }
  })
}

/** Moves a part up or down by one. A lesson at the edge of its section moves into the adjacent one. */
export function moveBy(sections: Sections, key: string, by: -1 | 1): OutlineSection[] {
  const at = by < 0 ? 'before' : 'after'
  const siblings: readonly { id: string }[] = isSection(sections, key)
    ? sections
    : (sectionOf(sections, key)?.lessons ?? [])
  const beside = siblings[siblings.findIndex(({ id }) => id === key) + by]
  if (beside) return move(sections, key, { key: beside.id, at })
  const home = sections.findIndex(({ lessons }) => lessons.some(({ id }) => id === key))
  const next = home < 0 ? undefined : sections[home + by]
  if (!next) return [...sections]
  const first = next.lessons[0]
  return move(sections, key, by > 0 && first ? { key: first.id, at: 'before' } : { key: next.id, at: 'in' })
}

export const addSection = (sections: Sections, title: string): [OutlineSection[], string] => {
  const id = newId()
  const slug = freeSlug(title, sections)
  return [[...sections, { id, slug, title, opens_after: null, lessons: [] }], id]
}

export function addLesson(sections: Sections, section: string, title: string): [OutlineSection[], string] {
  const id = newId()
  const taken = sections.flatMap(({ lessons }) => lessons)
  const lesson: OutlineLesson = {
    id,
    slug: freeSlug(title, taken),
    title,
    kind: 'reading',
    required: true,
    free_preview: false,
    lab: null,
  }
  return [sections.map((one) => (one.id === section ? { ...one, lessons: [...one.lessons, lesson] } : one)), id]
}

/** Removes a part. Sections that opened after a removed section open immediately. */
export function remove(sections: Sections, key: string): OutlineSection[] {
  const gone = sections.find(({ id }) => id === key)
  if (gone)
    return without(sections, key).map((one) => (one.opens_after === gone.slug ? { ...one, opens_after: null } : one))
  return sections.map((one) =>
    one.lessons.some(({ id }) => id === key) ? { ...one, lessons: without(one.lessons, key) } : one,
  )
}

/** Undoes a removal at the original position if that still exists, and preserves later changes. */
export function undoRemove(sections: Sections, before: Sections, key: string): OutlineSection[] {
  const section = before.find(({ id }) => id === key)
  if (section) return sections.toSpliced(before.indexOf(section), 0, section)
  const home = sectionOf(before, key)
  const at = home?.lessons.findIndex(({ id }) => id === key) ?? -1
  const lesson = home?.lessons[at]
  if (!home || !lesson) return [...sections]
  const target = sections.find(({ id }) => id === home.id) ?? sections[0]
  return sections.map((one) => (one === target ? { ...one, lessons: one.lessons.toSpliced(at, 0, lesson) } : one))
}

export const change = (
  sections: Sections,
  key: string,
  fields: Partial<Omit<OutlineSection & OutlineLesson, 'id' | 'lessons'>>,
): OutlineSection[] =>
  sections.map((one) => {
    if (one.id === key) return { ...one, ...fields }
    if (!one.lessons.some(({ id }) => id === key)) return one
    return { ...one, lessons: one.lessons.map((lesson) => (lesson.id === key ? { ...lesson, ...fields } : lesson)) }
  })

export const isNew = ({ id }: { id: string }) => id.startsWith(NEW)

/** Request body: new parts have no ID yet. */
export const toSend = (sections: Sections) =>
  sections.map(({ lessons, ...section }) => ({ ...withoutNewId(section), lessons: lessons.map(withoutNewId) }))

function withoutNewId<T extends { id: string }>(part: T): Omit<T, 'id'> & { id?: string } {
  if (!isNew(part)) return part
  const { id: _, ...rest } = part
  return rest
}

const NEW = 'new-'
const newId = () => NEW + crypto.randomUUID()

const without = <T extends { id: string }>(parts: readonly T[], key: string): T[] =>
  parts.filter(({ id }) => id !== key)

function put<T extends { id: string }>(parts: readonly T[], part: T, { key, at }: Place): T[] {
  if (at === 'in') return [...parts, part]
  const beside = parts.findIndex(({ id }) => id === key)
  return parts.toSpliced(at === 'before' ? beside : beside + 1, 0, part)
}

/** Slug from the title, unique among parts of the same kind. */
export function slugFor(title: string, part: OutlineSection | OutlineLesson, sections: Sections): string {
  const beside = 'lessons' in part ? sections : sections.flatMap(({ lessons }) => lessons)
  return freeSlug(
    title,
    beside.filter(({ id }) => id !== part.id),
  )
}

/** Slug from the title, with a number if it is taken. */
function freeSlug(title: string, taken: readonly { slug: string }[]): string {
  const plain = slugOf(title) || 'part'
  const slugs = new Set(taken.map(({ slug }) => slug))
  let slug = plain
  for (let n = 2; slugs.has(slug); n += 1) slug = `${plain}-${n}`
  return slug
}
