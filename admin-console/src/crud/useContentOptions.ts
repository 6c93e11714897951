import type { Entitlement } from '@flagyard/api-types'
import { capitalised } from '../lib/format.ts'
import { useCall } from './useCall.ts'

type Kind = Entitlement['kind']

/** Every course, lab and exam, each under `kind/slug`. */
export function useContentOptions() {
  return [
    ...optionsOf('course', useCall('listCourseChoices').data),
    ...optionsOf('lab', useCall('listLabChoices').data),
    ...optionsOf('exam', useCall('listExamChoices').data),
  ]
}

const optionsOf = (kind: Kind, choices: { slug: string; title: string }[] = []) =>
  choices.map(({ slug, title }) => ({ value: `${kind}/${slug}`, label: `${capitalised(kind)}: ${title}` }))

/** The kind and the slug of such a choice. */
export function contentOf(value: string): { kind: Kind; slug: string } {
  const [kind = '', slug = ''] = value.split('/')
  return { kind: kind as Kind, slug }
}
