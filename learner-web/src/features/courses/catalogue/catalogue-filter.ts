import type { CatalogueWords, CourseCard, ExamCard, LabCard, Money } from '@flagyard/api-types'
import { fromDecimal } from '@flagyard/api-types/contract/money'
import { paths } from '@flagyard/api-types/links'
import { cloudNames } from '@flagyard/ui/format'
import { useSearchParams } from 'react-router-dom'
import type { Owned } from '../../orders/product.ts'

export interface Catalogue {
  courses: CourseCard[]
  labs: LabCard[]
  exams: ExamCard[]
}

export const filterNames = ['search', 'cloud', 'level', 'price', 'owned', 'language'] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = Record<FilterName, string>

export const catalogueTypes = ['courses', 'labs', 'exams'] as const
export type CatalogueType = (typeof catalogueTypes)[number]

/** Properties of an item that filters use. An active filter excludes items that lack the property. */
interface Facts {
  words: string[]
  clouds: (keyof typeof cloudNames)[]
  level: string | null
  language: string | null
  price: Money | null
  owned: boolean
}

const NO_WORDS: CatalogueWords = { courses: {}, labs: {}, exams: {} }

/** Items that match all filters except the type, so that matches can be counted per type. `words` are search terms that the cards do not show. */
export function filterCatalogue(
  { courses, labs, exams }: Catalogue,
  filters: Filters,
  owned: Owned,
  words: CatalogueWords = NO_WORDS,
): Catalogue {
  const matches = matcher(filters)
  const bySlug = new Map(courses.map((course) => [course.slug, course]))
  return {
    courses: courses.filter((course) =>
      matches({
        ...course,
        words: [course.title, course.subtitle, ...course.tags, words.courses[course.slug] ?? ''],
        owned: owned.courses.has(course.slug),
      }),
    ),
    labs: labs.filter((lab) =>
      matches({
        ...lab,
        words: [lab.title, words.labs[lab.slug] ?? ''],
        clouds: [lab.cloud],
        level: lab.difficulty,
        language: null,
        owned: owned.labs.has(lab.slug),
      }),
    ),
    exams: exams.filter((exam) => {
      // An exam has the level and language of the course that prepares for it.
      const course = exam.course === null ? undefined : bySlug.get(exam.course)
      return matches({
        ...exam,
        words: [exam.title, words.exams[exam.slug] ?? ''],
        clouds: [exam.cloud],
        level: course?.level ?? null,
        language: course?.language ?? null,
        owned: owned.exams.has(exam.slug),
      })
    }),
  }
}

function matcher({ search, cloud, level, language, price, owned }: Filters): (facts: Facts) => boolean {
  const wanted = normalize(search).split(/\s+/).filter(Boolean).map(expand)
  return (facts) => {
    const text = ` ${normalize([...facts.words, ...facts.clouds.map((one) => cloudNames[one])].join(' '))}`
    return (
      wanted.every((alternatives) => alternatives.some((word) => text.includes(word))) &&
      (!cloud || facts.clouds.some((one) => one === cloud)) &&
      (!level || facts.level === level) &&
      (!language || facts.language === language) &&
      (!price || (facts.price !== null && facts.price.amount <= maxAmountOf(price, facts.price.currency))) &&
      (!owned || facts.owned === (owned === 'yes'))
    )
  }
}

const SYNONYMS = [
  ['s3', 'storage', 'bucket', 'blob'],
  ['iam', 'identity', 'role', 'permission', 'policy', 'policies', 'trust'],
  ['metadata', 'imds', 'ssrf'],
  ['aws', 'amazon'],
  ['gcp', 'google'],
  ['azure', 'microsoft', 'entra'],
  ['ec2', 'instance', 'machine', 'vm', 'compute'],
  ['vault', 'secret', 'credential', 'password'],
  ['log', 'trail', 'audit', 'detection'],
  ['pipeline', 'build', 'ci', 'devops'],
  ['sts', 'assume'],
]

/** A search word and its synonyms. Synonyms only match at the start of a word, so that `ci` does not match `specific`. */
function expand(word: string): string[] {
  const single = word.replace(/(?<=.{3})s$/, '')
  const group = SYNONYMS.find((words) => words.includes(single) || words.includes(word)) ?? []
  return [single, ...group.map((synonym) => ` ${synonym}`)]
}

/** `free`, or the maximum price in major currency units. */
const maxAmountOf = (price: string, currency: string): number =>
  price === 'free' ? 0 : (fromDecimal(price, currency) ?? 0)

/** Removes case, accents and punctuation. */
function normalize(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase()
}

type Single = 'lab' | 'exam'

/** Path of a lab or exam that includes the catalogue's filters, so that the back link restores them. */
export function useSinglePath() {
  const [params] = useSearchParams()
  return (name: Single, slug: string) => {
    const next = new URLSearchParams(params)
    if (location.pathname !== paths.courses) next.set('type', `${name}s`)
    next.set(name, slug)
    return `${paths.courses}?${next}`
  }
}

/** Path of the catalogue with the filters that were active before a lab or exam was opened. */
export function useCataloguePath(): string {
  const [params] = useSearchParams()
  const filters = new URLSearchParams(params)
  filters.delete('lab')
  filters.delete('exam')
  return filters.size > 0 ? `${paths.courses}?${filters}` : paths.courses
}
