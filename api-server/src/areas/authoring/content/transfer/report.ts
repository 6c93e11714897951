import { createHash } from 'node:crypto'
import type { Output } from '@flagyard/api-types/contract/operation'
import { type Content, kinds, lessonsOf, type Problem, singular } from '../model.ts'
import type { AppliedChange } from '../remove.ts'
import type { ExportReport } from './export.ts'

/** Result of an import or a preview. If anything is refused, nothing is applied. */
export interface ImportReport {
  applied: AppliedChange[]
  refused: Problem[]
  notes: string[]
}

/** The import would now do something else than the report that was shown. */
export class CatalogueChangedError extends Error {
  readonly report: ImportReport

  constructor(report: ImportReport) {
    super('The catalogue has changed since the report')
    this.name = 'CatalogueChangedError'
    this.report = report
  }
}

/** Hash of everything an import changes, including values. Equal if the effect is equal. */
export const fingerprintOf = (report: ImportReport): string =>
  createHash('sha256').update(JSON.stringify(report)).digest('hex')

/** Maximum number of changed values listed per item of an import report. */
const MAX_CHANGES_SHOWN = 20
/** Maximum number of problems listed in an import report. A damaged archive can have one in each file. */
const MAX_PROBLEMS_SHOWN = 500

/** The report for API responses: names of changes, without values. */
export function presentReport({ applied, refused, notes }: ImportReport): Output<'importReport'> {
  return {
    applied: applied.map(({ kind, slug, action, differences, archived, deleted }) => ({
      kind,
      slug,
      action,
      differences: differences.length,
      changed: action === 'update' ? differences.slice(0, MAX_CHANGES_SHOWN).map(({ key }) => key) : [],
      archived,
      deleted,
    })),
    refused: refused.slice(0, MAX_PROBLEMS_SHOWN),
    refused_count: refused.length,
    notes,
  }
}

/** Numbers of items in a catalogue as text for a terminal, such as `1 form, 2 labs, …, 9 lessons`. */
export const describeContent = (content: Content): string =>
  [
    ...kinds.map((kind) => countOf(content[kind].length, singular[kind])),
    countOf(content.courses.flatMap(lessonsOf).length, 'lesson'),
  ].join(', ')

/** The report of an import as text for a terminal. */
export function describeImport(
  { applied, refused, refused_count, notes }: Output<'importReport'>,
  isPreview: boolean,
): string {
  if (refused.length > 0) return [...refused.map(describeProblem), '', countOf(refused_count, 'problem')].join('\n')
  const counts = (['create', 'update', 'archive', 'delete'] as const)
    .map((action) => [words[action], applied.filter((change) => change.action === action).length] as const)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`)
  const sum = counts.join(', ') || 'nothing to change'
  return [
    ...applied.flatMap(describeChange),
    ...notes.map((note) => `note     ${note}`),
    ...(applied.length + notes.length > 0 ? [''] : []),
    isPreview ? `Preview: ${sum}.` : `Done: ${sum}.`,
  ].join('\n')
}

/** Summary of an export for a terminal. */
export const describeExport = (
  where: string,
  { texts, files, secretsLeftOut, lost }: Pick<ExportReport, 'texts' | 'files' | 'secretsLeftOut' | 'lost'>,
): string =>
  [
    `${where} has ${countOf(texts, 'text')} and ${countOf(files, 'file')}.`,
    ...(secretsLeftOut > 0
      ? [`Left out: ${countOf(secretsLeftOut, 'secret')} of flags. An import does not change them.`]
      : []),
    ...lost.map((name) => `${name} is missing from the store.`),
  ].join('\n')

const describeProblem = ({ file, line, message }: Problem) => `${file}:${line}: ${message}`

const words = { create: 'added', update: 'changed', archive: 'archived', delete: 'deleted' } as const

function describeChange(change: Output<'importReport'>['applied'][number]): string[] {
  const { kind, slug, action, differences, changed, archived, deleted } = change
  const head = `${words[action].padEnd(8)} ${singular[kind]} ${slug}`
  if (action !== 'update') return [head]
  const rest = differences - changed.length
  return [
    head,
    ...changed.map((key) => `           ${key}`),
    ...(rest > 0 ? [`           and ${rest} more`] : []),
    ...archived.map((name) => `         archived: ${name}`),
    ...deleted.map((name) => `         deleted: ${name}`),
  ]
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
