import type { Entitlement } from '@flagyard/api-types'
import { capitalised } from '../lib/format.ts'
import { useCall } from './useCall.ts'

type Kind = Entitlement['kind']

/** All courses, labs and exams, with `kind/slug` as value. */
export function useContentOptions() {
  return [
    ...optionsOf('course', useCall('listCourseChoices').data),
    ...optionsOf('lab', useCall('listLabChoices').data),
    ...optionsOf('exam', useCall('listExamChoices').data),
  ]
}

const optionsOf = (kind: Kind, choices: { slug: string; title: string }[] = []) =>
  choices.map(({ slug, title }) => ({ value: `${kind}/${slug}`, label: `${capitalised(kind)}: ${title}` }))

/** Parses the value of such an option. */
export function contentOf(value: string): { kind: Kind; slug: string } {
  const [kind = '', slug = ''] = value.split('/')
  return { kind: kind as Kind, slug }
}
