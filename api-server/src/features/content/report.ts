import type { ImportReport } from './import.ts'
import { type Problem, singular } from './model.ts'
import type { AppliedChange } from './remove.ts'

/** The report of an import for a terminal. */
export function describeImport({ applied, refused, notes }: ImportReport, isPreview: boolean): string {
  if (refused.length > 0) return [...refused.map(describeProblem), '', countOf(refused.length, 'problem')].join('\n')
  const counts = (['create', 'update', 'archive', 'delete'] as const)
    .map((action) => [words[action], applied.filter((change) => change.action === action).length] as const)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`)
  const sum = counts.join(', ') || 'nothing to change'
  return [
    ...applied.flatMap(describeChange),
    ...notes.map((note) => `note     ${note}`),
    ...(applied.length + notes.length > 0 ? [''] : []),
    isPreview ? `Would be: ${sum}.` : `Done: ${sum}.`,
  ].join('\n')
}

export const describeProblem = ({ file, line, message }: Problem) => `${file}:${line}: ${message}`

const words = { create: 'added', update: 'changed', archive: 'archived', delete: 'deleted' } as const

function describeChange({ kind, slug, action, differences, archived, deleted }: AppliedChange): string[] {
  const head = `${words[action].padEnd(8)} ${singular[kind]} ${slug}`
  if (action !== 'update') return [head]
  const keys = differences.map(({ key }) => key)
  const shown = keys.slice(0, MOST_SHOWN)
  const rest = keys.length - shown.length
  return [
    head,
    ...shown.map((key) => `           ${key}`),
    ...(rest > 0 ? [`           and ${rest} more`] : []),
    ...archived.map((name) => `         archived: ${name}`),
    ...deleted.map((name) => `         deleted: ${name}`),
  ]
}

/** Changed values that are named for each thing. */
const MOST_SHOWN = 20

export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
