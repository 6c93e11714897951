import type { FigureName, FigureSeries } from '@flagyard/api-types'
import { countOf, formatCount, formatMinutes, formatMoney } from '../../../lib/format.ts'
import { lineOf } from './labels.ts'

/** `1,204`, `€149.50`, `3 min 20 s`, `85%`, `+34`; a dash for no value. */
export function sayValue(name: FigureName, key: string, value: number | null): string {
  if (value === null) return '—'
  switch (lineOf(name, key).kind) {
    case 'count':
      return formatCount(value)
    case 'money':
      return formatMoney({ amount: value, currency: key })
    case 'time':
      return sayTime(value)
    case 'percent':
      return `${Math.round(value)}%`
    case 'score':
      return saySigned(Math.round(value))
  }
}

const LONG = 600
function sayTime(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds >= LONG) return formatMinutes(Math.round(seconds / 60))
  const [minutes, rest] = [Math.floor(Math.round(seconds) / 60), Math.round(seconds) % 60]
  return [minutes > 0 && `${minutes} min`, rest > 0 && `${rest} s`].filter(Boolean).join(' ')
}

const saySigned = (value: number) => `${value > 0 ? '+' : ''}${value}`.replace('-', '−')

/** `12% more than before: 34`. In words, because colours and arrows are not accessible to everyone. */
export function sayChange(name: FigureName, { key, value, before }: FigureSeries): string {
  if (before === null || value === null)
    return before === null ? 'Nothing to compare with' : `${sayValue(name, key, before)} before`
  const was = `: ${sayValue(name, key, before)}`
  const { kind } = lineOf(name, key)
  const [more, less] = kind === 'time' ? ['longer', 'shorter'] : ['more', 'less']
  const isPoints = kind === 'percent' || kind === 'score'
  const change = isPoints
    ? Math.round(value) - Math.round(before)
    : Math.round((100 * (value - before)) / Math.abs(before))
  if (value === before || change === 0) return `As before${was}`
  const how = isPoints ? countOf(Math.abs(change), 'point') : `${formatCount(Math.abs(change))}%`
  const direction = value > before ? more : less
  return before === 0 && !isPoints ? `More than before${was}` : `${how} ${direction} than before${was}`
}

/** `n = 12`: sample size of a rate or a duration. */
export const sayN = ({ n }: FigureSeries): string => (n === null ? '' : `n\u00a0=\u00a0${formatCount(n)}`)
