import type { CourseCard } from '@flagyard/api-types'
import { useSearchParams } from 'react-router-dom'

const FILTER_NAMES = ['level', 'cloud', 'language', 'search'] as const
export type FilterName = (typeof FILTER_NAMES)[number]
export type Filters = Record<FilterName, string>

/** The filters of the catalogue, kept in the address, so that a filtered catalogue can be shared and returned to. */
export function useCatalogueFilters() {
  const [params, setParams] = useSearchParams()
  return {
    filters: Object.fromEntries(FILTER_NAMES.map((name) => [name, params.get(name) ?? ''])) as Filters,
    setFilter: (name: FilterName, value: string) =>
      setParams(
        (current) => {
          if (value) current.set(name, value)
          else current.delete(name)
          return current
        },
        { replace: true },
      ),
    clear: () =>
      setParams(
        (current) => {
          for (const name of FILTER_NAMES) current.delete(name)
          return current
        },
        { replace: true },
      ),
  }
}

/** The courses that match every filter. Each word of the search must occur in the title, the subtitle or a tag. */
export function filterCourses(courses: CourseCard[], { level, cloud, language, search }: Filters): CourseCard[] {
  const words = normalize(search).split(/\s+/).filter(Boolean)
  return courses.filter((course) => {
    const text = normalize([course.title, course.subtitle, ...course.tags].join(' '))
    return (
      (!level || course.level === level) &&
      (!cloud || course.clouds.some((one) => one === cloud)) &&
      (!language || course.language === language) &&
      words.every((word) => text.includes(word))
    )
  })
}

/** Removes case and accents. */
function normalize(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
